import { GroupScreen } from '../group/group.screen.tsx';
import { arrivals } from '../shared/declaration.api.ts';

/** The page that a group presents on arrival. */
export default function ArrivalGroupScreen() {
  return <GroupScreen kind={arrivals} />;
}
