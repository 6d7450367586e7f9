import { findJurisdiction } from '@varve/areas'
import {
  compileCustomRule,
  COUNTRY_CODES,
  customType,
  GuardError,
  RULE_VERSION,
  tryCustomRule,
} from '@varve/guard'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { auditEntries } from './audit-entries.ts'
import { type GuardPolicy, parseGuardPolicy, policyStatements, readGuardPolicy } from './guard-policy.ts'
import { CUSTOM } from './stored-policy.ts'
import type { AuditEntryView, GuardView, RuleTrialView } from '@varve/contract'

const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?'

const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+${LABEL}$`, 'u')

/** Of letters that are parts of words; a sign that is a word by itself says more. */
const LEAST_LETTERS = 3

const LEAST_SIGNS = 2

const WORD_SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

interface WorkspacePlace {
  readonly workspaceId: string
}

/** The rules of a workspace's guard. */
export async function readGuard({ store }: AppContext, { workspaceId }: WorkspacePlace): Promise<GuardView> {
  const { policy, problems } = await readGuardPolicy(store, workspaceId)
  return { policy, rules: RULE_VERSION, ...(problems.length > 0 ? { problems } : {}) }
}

/** Changes the rules. One that cannot be run safely or would do harm is refused, with the reason. */
export async function setGuard(
  context: AppContext,
  { workspaceId, policy: wanted }: WorkspacePlace & { readonly policy: unknown },
): Promise<GuardView> {
  const parsed = parseGuardPolicy(wanted)
  if (parsed.kind === 'wrong')
    throw new AppError(
      'message-invalid',
      `These are no rules of a guard: ${parsed.problem}. Nothing has been changed.`,
    )
  const { store, clock } = context
  const { policy: stored } = await readGuardPolicy(store, workspaceId)
  const policy = soundPolicy(parsed.policy, stored)
  await store.commit(policyStatements(store, { workspaceId, at: clock.now() }, policy))
  return readGuard(context, { workspaceId })
}

/** What a rule would find in a sample, by place; one that cannot be kept is refused as it would be then. */
export function tryRule(
  _context: AppContext,
  { rule: wanted, sample }: WorkspacePlace & { readonly rule: unknown; readonly sample: string },
): Promise<RuleTrialView> {
  const parsed = CUSTOM.safeParse(wanted)
  if (!parsed.success)
    throw new AppError(
      'message-invalid',
      `This is no rule of a guard: ${parsed.error.issues[0]?.message ?? ''}.`,
    )
  checkRule(parsed.data)
  const matches = tryCustomRule(parsed.data, sample).map(({ start, end }) => ({ start, end }))
  return Promise.resolve({ type: customType(parsed.data.name), matches })
}

/** What the guard did, newest first: never a value. */
export async function listAudit(
  { store, journal }: AppContext,
  { workspaceId, most = 200 }: WorkspacePlace & { readonly most?: number | undefined },
): Promise<readonly AuditEntryView[]> {
  await journal.take(workspaceId)
  const entries = await auditEntries(store, { workspaceId })
  return entries.slice(-most).reverse()
}

type Rule = GuardPolicy['custom'][number]

/** A policy as it is to be kept. What is new in it and would do harm or nothing at all is refused, with the reason. */
export function soundPolicy(policy: GuardPolicy, stored: GuardPolicy): GuardPolicy {
  const { allow } = policy
  const known = new Set(stored.allow.domains)
  const domains = allow.domains.map((domain) => (known.has(domain) ? domain : soundDomain(domain)))
  for (const [at, rule] of policy.custom.entries()) {
    if (policy.custom.slice(0, at).some((other) => isSame(rule, other)))
      throw refused(`The rule "${rule.name}" is there already. Change its name, or what it finds.`)
    if (!stored.custom.some((other) => isSame(rule, other))) checkRule(rule)
  }
  for (const place of policy.jurisdictions) if (!stored.jurisdictions.includes(place)) checkPlace(place)
  return { ...policy, allow: { ...allow, domains: [...new Set(domains)] } }
}

/** As mail addresses end. The end of very many of them, such as `com`, would silence the guard. */
function soundDomain(typed: string): string {
  const domain = typed
    .trim()
    .replace(/^@/, '')
    .replace(/^\*?\./, '')
    .replace(/\.$/, '')
    .toLowerCase()
  if (DOMAIN.test(domain) && !/^[\d.]+$/.test(domain)) return domain
  throw refused(`"${typed}" is not a domain of your own. Name one such as our-company.com.`)
}

/** An unknown place would only dilute the numbers of the others. */
function checkPlace(place: string): void {
  const [country = ''] = place.trim().toUpperCase().split('-')
  if (findJurisdiction(place) || COUNTRY_CODES.has(country)) return
  throw refused(`"${place}" is no jurisdiction; use codes such as US, CA, MX, EU, UK or FR.`)
}

/** Accepts a rule that runs and doesn't match nearly everything; otherwise refuses it with the reason. */
function checkRule(rule: Rule): void {
  try {
    compileCustomRule(rule)
  } catch (error) {
    if (error instanceof GuardError) throw refused(error.message, error)
    throw error
  }
  const { text } = rule
  const least = WORD_SIGNS.test(text ?? '') ? LEAST_SIGNS : LEAST_LETTERS
  if (text !== undefined && text.trim().length < least)
    throw refused(
      `The text of the rule "${rule.name}" needs at least ${least} characters. A shorter one is a part of too many words.`,
    )
}

function isSame(one: Rule, other: Rule): boolean {
  return one.name === other.name && one.text === other.text && one.pattern === other.pattern
}

function refused(why: string, cause?: unknown): AppError {
  return new AppError('guard-rule-invalid', `${why} Nothing has been changed.`, { cause })
}
