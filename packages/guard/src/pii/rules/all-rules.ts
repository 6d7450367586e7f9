import { addressRule } from './address.ts'
import { apiKeyRule } from './api-key.ts'
import { bankAccountRule } from './bank-account.ts'
import { caSinRule } from './ca-sin.ts'
import { creditCardRule } from './credit-card.ts'
import { cryptoAddressRule } from './crypto-address.ts'
import { dateOfBirthRule } from './date-of-birth.ts'
import { drivingLicenceRule } from './driving-licence.ts'
import { emailRule } from './email.ts'
import { euNationalIdRule } from './eu-national-id.ts'
import { euVatRule } from './eu-vat.ts'
import { ibanRule } from './iban.ts'
import { ipAddressRule } from './ip-address.ts'
import { macAddressRule } from './mac-address.ts'
import { medicalRecordRule } from './medical-record.ts'
import { mxClabeRule } from './mx-clabe.ts'
import { mxCurpRule } from './mx-curp.ts'
import { mxRfcRule } from './mx-rfc.ts'
import { nameRule } from './name.ts'
import { passportRule } from './passport.ts'
import { passwordRule } from './password.ts'
import { phoneRule } from './phone.ts'
import { postcodeRule } from './postcode.ts'
import { privateKeyRule } from './private-key.ts'
import type { Rule } from './rule.ts'
import { swiftBicRule } from './swift-bic.ts'
import { ukNhsRule } from './uk-nhs.ts'
import { ukNinoRule } from './uk-nino.ts'
import { urlCredentialsRule } from './url-credentials.ts'
import { usItinRule } from './us-itin.ts'
import { usRoutingNumberRule } from './us-routing-number.ts'
import { usSsnRule } from './us-ssn.ts'

/** One rule for each type; where two find the same place and are as sure, the earlier one keeps it. */
export const RULES: readonly Rule[] = [
  privateKeyRule,
  urlCredentialsRule,
  apiKeyRule,
  emailRule,
  ibanRule,
  creditCardRule,
  cryptoAddressRule,
  mxCurpRule,
  mxClabeRule,
  mxRfcRule,
  euVatRule,
  euNationalIdRule,
  ukNinoRule,
  ukNhsRule,
  usSsnRule,
  usItinRule,
  caSinRule,
  usRoutingNumberRule,
  swiftBicRule,
  drivingLicenceRule,
  passportRule,
  medicalRecordRule,
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
const COMMON_VERSION = 14

/** Kept with findings that are remembered: those of another version are found again. */
export const RULE_VERSION = `${COMMON_VERSION}.${RULES.reduce((sum, { version }) => sum + version, 0)}`
