import { AddPersonScreen } from '../group/add-person.screen.tsx';
import { departureGroup } from './group-parts.tsx';

/** Adds a person to a registered group. */
export default function DepartureAddPersonScreen() {
  return <AddPersonScreen kind={departureGroup} />;
}
