/**
 * Which facts the product itself gives, by their root: those of the person (`person.ts`), of the application
 * (`application.ts`) and of the device. Whatever else `schemas/facts.json` declares there has to say who gives it.
 */
export const GIVEN: Readonly<Record<string, readonly string[]>> = {
  session: [
    'id',
    'isAuthenticated',
    'access',
    'assurance',
    'assuranceAsked',
    'isAdmin',
    'isOfBrand',
    'isInGroup',
    'bringsTokens',
    'actingFor',
    'adminEmail',
    'email',
    'firstName',
    'lastName',
    'timedOut',
    'groups',
  ],
  customer: ['email', 'hasOpenApplication', 'customerType'],
  application: [
    'id',
    'applicationType',
    'channel',
    'stateCode',
    'preferredProductCode',
    'createdAt',
    'progress',
    'status',
    'offeredAmount',
    'eSignDisabledUntilDate',
  ],
  device: ['isOnline', 'isMobile', 'isGPCEnabled', 'clientVersion'],
};
