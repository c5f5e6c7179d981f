import { rememberEarlyPress } from '@portal/web-kit/early-press';

/** The page's first script. It is small and needs nothing: whatever is pressed before the others are there counts. */
rememberEarlyPress();
