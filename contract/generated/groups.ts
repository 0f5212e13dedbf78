// Made from schemas/api/groups.json by `npm run types`; a test holds it to it. Do not edit.
import type { Access } from '../../runtime/core/definition.ts';

/** What somebody in a group may see, and what else comes of it: whether they may act for customers, are enrolling, or came by signing up. */
export const groups: Readonly<Record<string, { readonly access: Access } & Readonly<Record<'mayActFor' | 'enrolls' | 'newcomers', boolean>>>> = {
  'my.account.csr': { access: 'admin', mayActFor: true, enrolls: false, newcomers: false },
  'my.account.user': { access: 'customer', mayActFor: false, enrolls: false, newcomers: true },
  'enrollment.user': { access: 'customer', mayActFor: false, enrolls: true, newcomers: false },
};
