import { half } from './share.ts';

half(0);
