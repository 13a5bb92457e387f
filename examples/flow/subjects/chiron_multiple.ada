--  The user interface system Chiron with k artists, two events and a dispatcher for each event. Constants that are
--  1 in a wrong variant: eager artists register again; a hasty manager does not wait for the last artist; an
--  impatient dispatcher takes an event 2 before it has passed on an event 1, a confused one takes one event for the
--  other, a forgetful one forgets that an artist has unregistered, a reversed one notifies the last artist first.
procedure chiron_multiple is
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
      entry event (event_id);
   end dispatcher;

   task type event_dispatcher (kind : event_id) is
      entry register (artist_id);
      entry unregister (artist_id);
      entry pass;
   end event_dispatcher;
   d : array (event_id) of event_dispatcher;

   task body artist is
   begin
      loop
         accept start;
         first : loop
            select
               d (1).register (me);
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
               d (2).register (me);
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
                  d (1).register (me);
            end select;
         end loop working;
         leaving : loop
            select
               d (1).unregister (me);
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
               d (2).unregister (me);
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
   begin
      loop
         select
            accept event (1 + confused);
            select
               when impatient = 1 =>
                  accept event (2);
            else
               null;
            end select;
            d (1).pass;
         or
            accept event (2 - confused);
            d (2).pass;
         end select;
      end loop;
   end dispatcher;

   task body event_dispatcher is
      listed : array (artist_id) of Boolean := (others => false);
      --  Of the list of the artists that are registered.
      size : Integer range 0 .. k + 1 := 0;
   begin
      loop
         for i in artist_id loop
            select
               accept register (i) do
                  --# event a (i).register (kind)
                  null;
               end register;
               listed (i) := true;
               size := size + 1;
               if kind = 1 and size > k then
                  --# event overflow
                  null;
               end if;
            or
               accept unregister (i) do
                  --# event a (i).unregister (kind)
                  null;
               end unregister;
               if forgetful = 0 then
                  listed (i) := false;
               end if;
               size := size - 1;
            or
               accept pass do
                  for j in artist_id loop
                     if listed (j + reversed * (k + 1 - 2 * j)) then
                        a (j + reversed * (k + 1 - 2 * j)).notify (kind);
                     end if;
                  end loop;
               end pass;
            else
               null;
            end select;
         end loop;
      end loop;
   end event_dispatcher;
begin
   null;
end chiron_multiple;
