import { addressRule, nameRule, postcodeRule } from './names-and-places.ts'
import { apiKeyRule, privateKeyRule, urlCredentialsRule } from './secrets.ts'
import { bankAccountRule, cardSecurityCodeRule, ukSortCodeRule, usRoutingNumberRule } from './banking.ts'
import { healthInsuranceRule, drivingLicenceRule, medicalRecordRule, passportRule } from './labelled-codes.ts'
import { checkedRule, ROW_TYPES } from './checked-numbers.ts'
import { cryptoAddressRule } from './crypto-address.ts'
import { dateOfBirthRule } from './date-of-birth.ts'
import { emailRule, ipAddressRule, macAddressRule } from './network.ts'
import { euVatRule, mxRfcRule } from './tax-numbers.ts'
import { ibanRule, swiftBicRule } from './iban-and-bic.ts'
import { passwordRule } from './passwords.ts'
import { phoneRule } from './phone.ts'
import type { Rule } from './rule.ts'

/** One rule for each type; where two find the same place and are as sure, the earlier one keeps it. */
export const RULES: readonly Rule[] = [
  privateKeyRule,
  urlCredentialsRule,
  apiKeyRule,
  emailRule,
  ibanRule,
  checkedRule('CREDIT_CARD', 6),
  cryptoAddressRule,
  checkedRule('MX_CURP', 6),
  checkedRule('MX_CLABE', 6),
  mxRfcRule,
  euVatRule,
  checkedRule('EU_NATIONAL_ID', 6),
  checkedRule('UK_NINO', 6),
  checkedRule('UK_NHS', 6),
  checkedRule('US_SSN', 6),
  checkedRule('US_ITIN', 6),
  checkedRule('CA_SIN', 6),
  ...ROW_TYPES.map((type) => checkedRule(type, 1)),
  usRoutingNumberRule,
  swiftBicRule,
  drivingLicenceRule,
  passportRule,
  medicalRecordRule,
  healthInsuranceRule,
  ukSortCodeRule,
  cardSecurityCodeRule,
  bankAccountRule,
  dateOfBirthRule,
  phoneRule,
  ipAddressRule,
  macAddressRule,
  passwordRule,
  addressRule,
  postcodeRule,
  nameRule,
]

/** Changes whenever a rule, the words around values, or the way findings are chosen change. */
const COMMON_VERSION = 21

/** Kept with findings that are remembered: those of another version are found again. */
export const RULE_VERSION = `${COMMON_VERSION}.${RULES.reduce((sum, { version }) => sum + version, 0)}`
