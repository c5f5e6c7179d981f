import './shell.scss';
import './start.tsx';
