import { AddPersonScreen } from '../group/add-person.screen.tsx';
import { arrivalGroup } from './group-parts.tsx';

/** Adds a person to a registered group. */
export default function ArrivalAddPersonScreen() {
  return <AddPersonScreen kind={arrivalGroup} />;
}
