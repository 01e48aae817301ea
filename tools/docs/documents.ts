// The documents that are made from the sources alone.

import { ALERTS_DOCUMENT, alertsDocument } from './alerts.ts'
import { ATTACK_TESTS_DOCUMENT, attackTestsDocument } from './attack-tests.ts'
import { CLAIMS_DOCUMENT, claimsDocument } from './claims.ts'
import { INTERFACE_DOCUMENT, interfaceDocument } from './interface.ts'
import { EXAMPLES_DOCUMENT, examplesDocument } from './question-examples.ts'
import { NAMES_DOCUMENT, namesDocument } from './sdk-names.ts'
import { SETTINGS_DOCUMENT, settingsDocument } from './settings.ts'

/** What makes each document, by its path from the root. */
export const GENERATED_DOCUMENTS: Readonly<Record<string, () => string>> = {
  [ALERTS_DOCUMENT]: alertsDocument,
  [ATTACK_TESTS_DOCUMENT]: attackTestsDocument,
  [CLAIMS_DOCUMENT]: claimsDocument,
  [INTERFACE_DOCUMENT]: interfaceDocument,
  [EXAMPLES_DOCUMENT]: examplesDocument,
  [NAMES_DOCUMENT]: namesDocument,
  [SETTINGS_DOCUMENT]: settingsDocument,
}
