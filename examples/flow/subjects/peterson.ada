--  Peterson's algorithm for k processes, the filter lock. A process climbs the levels 1 to k - 1. At each it says on
--  which level it is, and that it came last; then it waits until all others are below, or another one came last.
procedure peterson is
   k : constant := 2;
   --  1 in a wrong variant: a hasty process does not say that it came last.
   hasty : constant := 0;
   subtype process_id is Integer range 1 .. k;
   level : array (process_id) of Integer range 0 .. k - 1 := (others => 0);
   last : array (1 .. k - 1) of process_id := (others => 1);

   task type process (me : process_id) is
      entry start;
   end process;
   processes : array (process_id) of process;

   task body process is
   begin
      accept start;
      loop
         for l in 1 .. k - 1 loop
            level (me) := l;
            if hasty = 0 then
               last (l) := me;
            end if;
            waiting : loop
               scanning : loop
                  for j in process_id loop
                     if j /= me and then level (j) >= l then
                        exit scanning;
                     end if;
                  end loop;
                  exit waiting;
               end loop scanning;
               exit when last (l) /= me;
            end loop waiting;
         end loop;
         --# event p (me).enter
         --# event p (me).leave
         level (me) := 0;
      end loop;
   end process;
begin
   for i in process_id loop
      processes (i).start;
   end loop;
end peterson;
