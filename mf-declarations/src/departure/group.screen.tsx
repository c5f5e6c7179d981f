import { GroupScreen } from '../group/group.screen.tsx';
import { departures } from '../shared/declaration.api.ts';

/** The page that a group presents on departure. */
export default function DepartureGroupScreen() {
  return <GroupScreen kind={departures} />;
}
