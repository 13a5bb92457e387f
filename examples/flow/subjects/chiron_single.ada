--  The user interface system Chiron with k artists, two events and one dispatcher. Constants that are 1 in a wrong
--  variant: eager artists register again; a hasty manager does not wait for the last artist; an impatient
--  dispatcher takes an event 2 before it has passed on an event 1, a confused one takes one event for the other, a
--  forgetful one forgets that an artist has unregistered, a reversed one notifies the last artist first.
procedure chiron_single is
   k : constant := 2;
   eager : constant := 0;
   hasty : constant := 0;
   impatient : constant := 0;
   confused : constant := 0;
   forgetful : constant := 0;
   reversed : constant := 0;
   subtype artist_id is Integer range 1 .. k;
   subtype event_id is Integer range 1 .. 2;

   task manager is
      entry init;
      entry ready (artist_id);
      entry quit;
      entry gone (artist_id);
      entry over;
   end manager;

   task wrapper is
      entry call (event_id);
   end wrapper;

   task client;

   task type artist (me : artist_id) is
      entry start;
      entry notify (event_id);
      entry finish;
   end artist;
   a : array (artist_id) of artist;

   task dispatcher is
      entry register_1 (artist_id);
      entry register_2 (artist_id);
      entry unregister_1 (artist_id);
      entry unregister_2 (artist_id);
      entry event (event_id);
   end dispatcher;

   task body artist is
   begin
      loop
         accept start;
         first : loop
            select
               dispatcher.register_1 (me);
               exit first;
            else
               select
                  accept notify (1);
               or
                  accept notify (2);
               else
                  null;
               end select;
            end select;
         end loop first;
         second : loop
            select
               dispatcher.register_2 (me);
               exit second;
            else
               select
                  accept notify (1);
               or
                  accept notify (2);
               else
                  null;
               end select;
            end select;
         end loop second;
         manager.ready (me);
         working : loop
            select
               accept notify (1);
            or
               accept notify (2);
            or
               accept finish;
               exit working;
            or
               when eager = 1 =>
                  delay 1;
                  dispatcher.register_1 (me);
            end select;
         end loop working;
         leaving : loop
            select
               dispatcher.unregister_1 (me);
               exit leaving;
            else
               select
                  accept notify (1);
               or
                  accept notify (2);
               else
                  null;
               end select;
            end select;
         end loop leaving;
         last : loop
            select
               dispatcher.unregister_2 (me);
               exit last;
            else
               select
                  accept notify (1);
               or
                  accept notify (2);
               else
                  null;
               end select;
            end select;
         end loop last;
         manager.gone (me);
      end loop;
   end artist;

   task body manager is
   begin
      loop
         accept init;
         for i in artist_id loop
            a (i).start;
            accept ready (i);
         end loop;
         accept quit;
         for i in artist_id loop
            a (i).finish;
            if hasty = 1 and i = k then
               accept over;
            end if;
            accept gone (i);
         end loop;
         if hasty = 0 then
            accept over;
         end if;
      end loop;
   end manager;

   task body client is
   begin
      loop
         manager.init;
         running : loop
            select
               wrapper.call (1);
            else
               select
                  wrapper.call (2);
               else
                  manager.quit;
                  exit running;
               end select;
            end select;
         end loop running;
         manager.over;
      end loop;
   end client;

   task body wrapper is
   begin
      loop
         select
            accept call (1) do
               dispatcher.event (1);
            end call;
         or
            accept call (2) do
               dispatcher.event (2);
            end call;
         end select;
      end loop;
   end wrapper;

   task body dispatcher is
      first, second : array (artist_id) of Boolean := (others => false);
      --  Of the list of the artists that are registered for event 1.
      size : Integer range 0 .. k + 1 := 0;
   begin
      loop
         for i in artist_id loop
            select
               accept register_1 (i) do
                  --# event a (i).register (1)
                  null;
               end register_1;
               first (i) := true;
               size := size + 1;
               if size > k then
                  --# event overflow
                  null;
               end if;
            or
               accept register_2 (i) do
                  --# event a (i).register (2)
                  null;
               end register_2;
               second (i) := true;
            or
               accept unregister_1 (i) do
                  --# event a (i).unregister (1)
                  null;
               end unregister_1;
               if forgetful = 0 then
                  first (i) := false;
               end if;
               size := size - 1;
            or
               accept unregister_2 (i) do
                  --# event a (i).unregister (2)
                  null;
               end unregister_2;
               second (i) := false;
            or
               accept event (1 + confused);
               for j in artist_id loop
                  if first (j + reversed * (k + 1 - 2 * j)) then
                     select
                        when impatient = 1 =>
                           accept event (2);
                     else
                        null;
                     end select;
                     a (j + reversed * (k + 1 - 2 * j)).notify (1);
                  end if;
               end loop;
            or
               accept event (2 - confused);
               for j in artist_id loop
                  if second (j) then
                     a (j).notify (2);
                  end if;
               end loop;
            else
               null;
            end select;
         end loop;
      end loop;
   end dispatcher;
begin
   null;
end chiron_single;
