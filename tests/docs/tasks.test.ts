import { followTasks } from './follow.ts';

followTasks();
