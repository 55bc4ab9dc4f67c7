"""What a club keeps beside its outings: fleet and bookings, calendar, digest; and a pilot's own dates."""
