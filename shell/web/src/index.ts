import './shell.scss';
// Must run before all other code.
import './areas/clients.ts';
import './start.tsx';
