"""The systems of TOSEM 2008 as programs with tasks, in Ada, with variants that violate their properties; and the
property that only these have.

Every constant k is chosen when the file is read: it is the size of the system, the number of its repeated tasks.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["PROGRAMS"]

_CHIRON_SINGLE = """\
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
"""

_CHIRON_MULTIPLE = """\
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
"""

_GAS_STATION = """\
--  A gas station with k customers and two pumps. The operator takes money, activates a pump that is idle, and gives
--  change when the pump has told the charge. Servers ask one customer after the other whether it calls.
procedure gas_station is
   k : constant := 2;
   --  1 in a wrong variant: a greedy customer uses both pumps at once, a crowded pump lets a second customer start, a
   --  muddled operator gives the change for pump 1 as that for pump 2.
   greedy : constant := 0;
   crowded : constant := 0;
   muddled : constant := 0;
   subtype customer_id is Integer range 1 .. k;
   subtype pump_id is Integer range 1 .. 2;

   task operator is
      entry prepay_1 (customer_id);
      entry prepay_2 (customer_id);
      entry charge_1 (customer_id);
      entry charge_2 (customer_id);
   end operator;

   task type pump (me : pump_id) is
      entry activate;
      entry start (customer_id);
      entry stop (customer_id);
   end pump;
   pumps : array (pump_id) of pump;

   task type customer (me : customer_id) is
      entry change_1;
      entry change_2;
   end customer;
   customers : array (customer_id) of customer;

   task body customer is
   begin
      loop
         select
            operator.prepay_1 (me);
            if greedy = 1 then
               operator.prepay_2 (me);
               pumps (2).start (me);
            end if;
            pumps (1).start (me);
            pumps (1).stop (me);
         else
            operator.prepay_2 (me);
            pumps (2).start (me);
            pumps (2).stop (me);
         end select;
         select
            accept change_1;
            --# event c (me).change (1)
         or
            accept change_2;
            --# event c (me).change (2)
         end select;
      end loop;
   end customer;

   task body pump is
   begin
      loop
         accept activate;
         serving : loop
            for i in customer_id loop
               select
                  accept start (i) do
                     --# event c (i).start (me)
                     null;
                  end start;
                  for j in customer_id loop
                     select
                        when crowded = 1 =>
                           accept start (j) do
                              --# event c (j).start (me)
                              null;
                           end start;
                     else
                        null;
                     end select;
                  end loop;
                  accept stop (i) do
                     --# event c (i).stop (me)
                     null;
                  end stop;
                  if me = 1 then
                     operator.charge_1 (i);
                  else
                     operator.charge_2 (i);
                  end if;
                  exit serving;
               else
                  null;
               end select;
            end loop;
         end loop serving;
      end loop;
   end pump;

   task body operator is
      --  How many have paid for each pump and have no change yet.
      paid_1, paid_2 : Integer range 0 .. k := 0;
   begin
      loop
         for i in customer_id loop
            select
               accept prepay_1 (i) do
                  --# event c (i).prepay (1)
                  null;
               end prepay_1;
               if paid_1 = 0 then
                  pumps (1).activate;
               end if;
               paid_1 := paid_1 + 1;
            or
               accept prepay_2 (i) do
                  --# event c (i).prepay (2)
                  null;
               end prepay_2;
               if paid_2 = 0 then
                  pumps (2).activate;
               end if;
               paid_2 := paid_2 + 1;
            or
               accept charge_1 (i);
               if muddled = 1 then
                  customers (i).change_2;
               else
                  customers (i).change_1;
               end if;
               paid_1 := paid_1 - 1;
               if paid_1 > 0 then
                  pumps (1).activate;
               end if;
            or
               accept charge_2 (i);
               customers (i).change_2;
               paid_2 := paid_2 - 1;
               if paid_2 > 0 then
                  pumps (2).activate;
               end if;
            else
               null;
            end select;
         end loop;
      end loop;
   end operator;
begin
   null;
end gas_station;
"""

_PETERSON = """\
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
"""

_RELAY = """\
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
"""

_SMOKERS = """\
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
"""

_LIST_FITS = """\
// 8 / 17: the size of the list of the artists that are registered for event 1 never exceeds the number of artists.
property LIST_FITS = STOP+{overflow}.
"""

PROGRAMS: Mapping[str, str] = {
    "chiron_single.ada": _CHIRON_SINGLE,
    "chiron_multiple.ada": _CHIRON_MULTIPLE,
    "gas_station.ada": _GAS_STATION,
    "peterson.ada": _PETERSON,
    "relay.ada": _RELAY,
    "smokers.ada": _SMOKERS,
    "chiron.lts": _LIST_FITS,
}
"""By the names of their files."""
