import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectDir } from '../../compile/disk.ts';

interface Brand {
  readonly isBankPartner: boolean;
  readonly creditor: { readonly federalAgency: string };
}
const brandOf = (id: string): Brand =>
  JSON.parse(readFileSync(join(projectDir, 'brands', id, 'brand.json'), 'utf8')) as Brand;

// 12 CFR 1002, appendix A: for state banks that are no members of the Federal Reserve the FDIC, for lenders that are no
// banks the FTC.
test.each(readdirSync(join(projectDir, 'brands')))(
  'a denial by %s names the agency that watches over its lender',
  (id) => {
    const { isBankPartner, creditor } = brandOf(id);
    expect(creditor.federalAgency).toContain(
      isBankPartner ? 'Federal Deposit Insurance Corporation' : 'Federal Trade Commission',
    );
  },
);
