import './shell.scss';
// Before everything else that runs.
import './areas/clients.ts';
import './start.tsx';
