import { createContext, useContext } from 'react';

/** The time zone in which times are shown and typed; undefined for that of the browser. */
export type TimeZone = 'UTC' | undefined;

export const TimeZoneContext = createContext<TimeZone>(undefined);

export const useTimeZone = (): TimeZone => useContext(TimeZoneContext);
