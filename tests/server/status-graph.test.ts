import { describe, expect, test } from 'vitest';
import {
  isFinal,
  leadsTo,
  mayGo,
  start,
  stateOf,
  transitions,
  workingStatuses,
  type Status,
} from '../../server/status/graph.ts';
import { viewState } from '../../server/journeys/head.ts';
import { moveBy } from '../../server/status/move.ts';

const statuses = Object.keys(transitions) as Status[];

describe('the status graph', () => {
  test('every way leads to a status of the graph, and every status is reached from the start', () => {
    const reached = new Set<Status>([start]);
    for (const status of reached) for (const next of transitions[status]) reached.add(next);
    expect([...reached].sort()).toEqual([...statuses].sort());
  });

  test('the way to an originated loan', () => {
    const way: Status[] = [
      'UNSUBMITTED',
      'SUBMITTING',
      'PENDING_UNDERWRITING',
      'SUBMIT_APPROVED',
      'PENDING_ESIGN',
      'ESIGNING',
      'PENDING_ESIGN_VALIDATIONS',
      'PENDING_ESIGN_DOCUMENT_UPLOAD',
      'PENDING_ORIGINATION',
      'ORIGINATED',
    ];
    for (const [at, status] of way.slice(0, -1).entries())
      expect(mayGo(status, way[at + 1] ?? 'UNSUBMITTED')).toBe(true);
  });

  test('no status is skipped: approval never leads to origination, nor a denial anywhere', () => {
    expect(mayGo('SUBMIT_APPROVED', 'PENDING_ORIGINATION')).toBe(false);
    expect(mayGo('UNSUBMITTED', 'SUBMIT_APPROVED')).toBe(false);
    expect(statuses.filter(isFinal).sort()).toEqual([
      'CANEBAY_DUPLICATE',
      'ESIGN_ERROR',
      'ORIGINATED',
      'SUBMIT_DENIED',
      'SUBMIT_ERROR',
    ]);
  });

  test('every status has a coarse state, and the machine works in none that is final', () => {
    expect(Object.keys(stateOf).sort()).toEqual([...statuses].sort());
    expect(workingStatuses.filter(isFinal)).toEqual([]);
  });

  test('signing is disabled where it leads nowhere, and the reason is where the application stands', () => {
    for (const status of statuses) {
      const { id, isEsignDisabled, eSignDisabledReasons, eSignDisabledUntilDate, ...rest } = viewState(
        { id: 'a-1', status, progress: {} },
        new Date('2026-11-20T15:00:00Z'),
      );
      const signs = status === 'PENDING_ESIGN';
      expect([id, rest.status, isEsignDisabled, eSignDisabledReasons, eSignDisabledUntilDate]).toEqual([
        'a-1',
        status,
        !signs,
        signs ? [] : [status],
        null,
      ]);
      expect(rest.isPendingEsign && !signs ? [status] : []).toEqual(status === 'SUBMIT_APPROVED' ? [status] : []);
      expect(rest.isPendingDocuments).toBe(status === 'PENDING_ESIGN_DOCUMENT_UPLOAD');
    }
  });

  test('an act of the lender is done where the table says it, and nowhere else', () => {
    for (const status of statuses)
      if (leadsTo(status, 'originate').length === 0)
        expect(() => moveBy({ status }, 'originate')).toThrow(/does not lead from/);
    expect(moveBy({ status: 'PENDING_ORIGINATION' }, 'originate')).toMatchObject({ status: 'ORIGINATED' });
    expect(() => moveBy({ status: 'PENDING_UNDERWRITING' }, 'decide')).toThrow(/to one status/);
  });
});
