import { follow } from './follow.ts';

follow('compliance-officers.md');
