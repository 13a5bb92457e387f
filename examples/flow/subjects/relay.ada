--  K runners pass a baton around. Who has it reads the shared variable, and sets it to the other value or leaves it.
--  The variable belongs to a task, which runners ask for its value.
procedure relay is
   k : constant := 2;
   --  1 in a wrong variant: a hasty runner passes the baton before it sets the variable.
   hasty : constant := 0;
   subtype runner_id is Integer range 1 .. k;

   task variable is
      entry read_0;
      entry read_1;
      entry write_0;
      entry write_1;
   end variable;

   task type runner (me : runner_id) is
      entry baton;
   end runner;
   runners : array (runner_id) of runner;

   task body variable is
      value : Integer range 0 .. 1 := 0;
   begin
      loop
         select
            when value = 0 =>
               accept read_0;
         or
            when value = 1 =>
               accept read_1;
         or
            accept write_0;
            value := 0;
         or
            accept write_1;
            value := 1;
         end select;
      end loop;
   end variable;

   task body runner is
   begin
      if me /= 1 then
         accept baton;
      end if;
      loop
         select
            runners (me mod k + 1).baton;
         else
            select
               variable.read_0;
               if hasty = 1 then
                  runners (me mod k + 1).baton;
               end if;
               variable.write_1;
               --# event t (me).write (1)
            else
               variable.read_1;
               if hasty = 1 then
                  runners (me mod k + 1).baton;
               end if;
               variable.write_0;
               --# event t (me).write (0)
            end select;
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
