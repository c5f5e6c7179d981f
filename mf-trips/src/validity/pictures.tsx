import type { TripStatus } from 'svc-trips/contract';

/** A car seen from the side. All four pictures use it. */
const car = 'M14 62v-12l10-4 12-16h34l16 16 14 4v12h-10a10 10 0 0 0-20 0H44a10 10 0 0 0-20 0zM40 36l-8 10h20V36zM58 36v10h20l-10-10z';
const wheels = (
  <>
    <circle cx="34" cy="62" r="7" />
    <circle cx="80" cy="62" r="7" />
  </>
);

/** Symbol in the round badge above the car: a tick, a clock, a question mark or a cross. */
const signs: Record<TripStatus, string> = {
  Y: 'M-8 0l6 6 11-13',
  N: 'M0-8v8l6 5',
  F: 'M-5-5a5 5 0 1 1 7 5c-2 1-2 2-2 4M0 9v.5',
  X: 'M-7-7L7 7M7-7L-7 7',
};

/** Picture of a validity. The caption below it says the same in words. */
export function ValidityPicture({ status }: { status: TripStatus }) {
  return (
    <svg className={`trip-picture trip-picture--${status}`} viewBox="0 0 120 84" width="240" height="168" aria-hidden="true" focusable="false">
      <path d="M4 72h112" stroke="currentColor" strokeWidth="3" strokeDasharray={status === 'F' ? '6 6' : undefined} />
      <g fill={status === 'F' ? 'none' : 'currentColor'} stroke="currentColor" strokeWidth={status === 'F' ? 2.5 : 0} fillRule="evenodd">
        <path d={car} />
        {wheels}
      </g>
      <g transform="translate(92 20)">
        <circle r="17" fill="#fff" stroke="currentColor" strokeWidth="4" />
        <path d={signs[status]} fill="none" stroke="currentColor" strokeWidth="4" strokeLinecap="round" strokeLinejoin="round" />
      </g>
    </svg>
  );
}
