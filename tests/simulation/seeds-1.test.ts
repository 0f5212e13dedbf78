import { simulates } from './slice.ts';

simulates(1, 50);
