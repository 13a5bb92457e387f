--  K runners pass a baton around. Who has it reads the shared variable, and sets it to the other value or leaves it.
procedure relay is
   k : constant := 2;
   --  1 in a wrong variant: a hasty runner passes the baton before it sets the variable.
   hasty : constant := 0;
   subtype runner_id is Integer range 1 .. k;
   value : Integer range 0 .. 1 := 0;

   task type runner (me : runner_id) is
      entry baton;
   end runner;
   runners : array (runner_id) of runner;

   task body runner is
   begin
      if me /= 1 then
         accept baton;
      end if;
      loop
         select
            runners (me mod k + 1).baton;
         else
            if value = 0 then
               if hasty = 1 then
                  runners (me mod k + 1).baton;
               end if;
               value := 1;
               --# event t (me).write (1)
            else
               if hasty = 1 then
                  runners (me mod k + 1).baton;
               end if;
               value := 0;
               --# event t (me).write (0)
            end if;
            if hasty = 0 then
               runners (me mod k + 1).baton;
            end if;
         end select;
         accept baton;
      end loop;
   end runner;
begin
   null;
end relay;
