--  K smokers: a cigarette needs k pieces, of which smoker i has piece i. The supplier chooses a smoker, puts all
--  pieces but its own on the table, and waits until somebody has smoked. Whoever uses the table gets its lock
--  first; the supplier is number 0 there.
procedure smokers is
   k : constant := 2;
   --  1 in a wrong variant: a generous supplier puts out all pieces; a rash smoker makes a cigarette from nothing,
   --  a mean one takes no pieces, a sloppy one gives the lock back before it takes them.
   generous : constant := 0;
   rash : constant := 0;
   mean : constant := 0;
   sloppy : constant := 0;
   subtype smoker_id is Integer range 1 .. k;
   on_table : array (smoker_id) of Boolean := (others => false);

   task table is
      entry lock (0 .. k);
      entry unlock (0 .. k);
   end table;

   task supplier is
      entry smoked;
   end supplier;

   task type smoker (me : smoker_id);
   smokers : array (smoker_id) of smoker;

   task body table is
   begin
      loop
         for i in 0 .. k loop
            select
               accept lock (i) do
                  if i = 0 then
                     --# event supplier.lock
                     null;
                  else
                     --# event s (i).lock
                     null;
                  end if;
               end lock;
               accept unlock (i) do
                  if i = 0 then
                     --# event supplier.unlock
                     null;
                  else
                     --# event s (i).unlock
                     null;
                  end if;
               end unlock;
            else
               null;
            end select;
         end loop;
      end loop;
   end table;

   task body supplier is
   begin
      loop
         for i in smoker_id loop
            select
               table.lock (0);
               for j in smoker_id loop
                  if j /= i or generous = 1 then
                     on_table (j) := true;
                     --# event put (j)
                  end if;
               end loop;
               --# event finished (i)
               table.unlock (0);
               accept smoked;
            else
               null;
            end select;
         end loop;
      end loop;
   end supplier;

   task body smoker is
   begin
      loop
         table.lock (me);
         looking : loop
            for j in smoker_id loop
               if j /= me and then not on_table (j) then
                  table.unlock (me);
                  if rash = 1 then
                     --# event s (me).make
                     --# event s (me).done
                     supplier.smoked;
                  end if;
                  exit looking;
               end if;
            end loop;
            if sloppy = 1 then
               table.unlock (me);
            end if;
            for j in smoker_id loop
               if j /= me and mean = 0 then
                  --# event s (me).take (j)
                  on_table (j) := false;
               end if;
            end loop;
            if sloppy = 0 then
               table.unlock (me);
            end if;
            --# event s (me).make
            --# event s (me).done
            supplier.smoked;
            exit looking;
         end loop looking;
      end loop;
   end smoker;
begin
   null;
end smokers;
