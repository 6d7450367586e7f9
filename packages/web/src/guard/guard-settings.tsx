import '../parts/text-field.css'
import './guard-settings.css'
import type { GuardPolicyView, GuardView } from '@varve/contract'
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useAreas, useGuard } from '../api/queries.ts'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { Button } from '../parts/button.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { useActions } from '../workbench/actions.ts'
import { Switch } from '../parts/switch.tsx'
import { AuditTable } from './audit-table.tsx'
import { CustomRules, type GuardPartProps, NameList } from './custom-rules.tsx'
import { placeOf } from '../view-model/composer/area-chips.ts'
import { Fold } from './fold.tsx'
import { adviseOn } from '../parts/web-error.ts'
import { FINDING_TYPES, findingName, isOnlyTold, upperFirst } from '../view-model/rules/guard-words.ts'
import { t } from '../i18n/t.ts'

const DECISIONS = {
  ask: t('Always ask'),
  redact: t('Always redact'),
  send: t('Always send'),
} as const satisfies Record<Decision, string>

/** What the guard looks for in this workspace, and what it does without asking. */
export function GuardSettings() {
  const { data, error, refetch } = useGuard()
  return (
    <section className="guard-settings">
      <p className="switch-about">
        {t(
          'Varve searches everything that goes to a cloud model for private data, on this machine. It asks before sending critical or high-risk data. No scanner finds everything.',
        )}
      </p>
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {data ? <Policy stored={data.policy} rules={data.rules} problems={data.problems} /> : null}
    </section>
  )
}

interface PolicyProps {
  readonly stored: GuardPolicyView
  readonly rules: string
  /** What of it could not be read. */
  readonly problems: readonly string[] | undefined
}

function Policy({ stored, rules, problems }: PolicyProps) {
  const client = useQueryClient()
  const { changes } = useActions().memory
  const save = useMutation({
    mutationKey: keys.changeGuard,
    // One after the other: each is the whole of what the one before it left.
    scope: { id: 'guard-policy' },
    mutationFn: (change: Partial<GuardPolicyView>) =>
      routes.changeGuard({ ...(client.getQueryData<GuardView>(keys.guard)?.policy ?? stored), ...change }),
    onSuccess: (saved) => {
      client.setQueryData(keys.guard, saved)
      void client.invalidateQueries({ queryKey: keys.audit })
      void client.invalidateQueries({ queryKey: keys.forecast })
    },
  })
  const saving = useMutationState({
    filters: { mutationKey: keys.changeGuard, status: 'pending' },
    select: ({ state }) => state.variables as Partial<GuardPolicyView>,
  })
  // With all that is on its way: what is changed next begins with that.
  const policy: GuardPolicyView = Object.assign({}, stored, ...saving)
  // No message leaves before what was decided about it holds. Why it does not is shown below.
  const onChange: GuardPartProps['onChange'] = (change, options) =>
    void changes.track(save.mutateAsync(change, options)).catch(() => undefined)
  const props: GuardPartProps = { policy, onChange }
  // What is refused says so where it is written.
  const refusedOf = (part: 'custom' | 'allow') =>
    save.error !== null && save.variables?.[part] !== undefined ? save.error : undefined
  const isShown = refusedOf('custom') ?? refusedOf('allow')
  return (
    <>
      {problems ? (
        <Notice title={t('Some of these rules can’t be read')} tone="warn">
          <p>
            {t(
              '{value}. Nothing is sent to cloud models until you keep the rules shown here or correct them.',
              { value: problems.join('; ') },
            )}
          </p>
          <Button small onClick={() => onChange({})}>
            {t('Keep these rules')}
          </Button>
        </Notice>
      ) : null}
      <Sensitivity {...props} />
      <Switch
        label={t('Guard local models too')}
        checked={policy.guardLocal}
        onChange={(guardLocal) => onChange({ guardLocal })}
      >
        <p>{t('Otherwise local models are exempt, because nothing leaves this machine.')}</p>
      </Switch>
      <GuardJurisdictions {...props} />
      <TypeDecisions {...props} />
      <AllowList {...props} error={refusedOf('allow')} />
      <CustomRules {...props} error={refusedOf('custom')} />
      {save.error && !isShown ? <ErrorNotice error={save.error} /> : null}
      <AuditTable />
      <p className="guard-version">{t('Version {rules} of the rules for private data', { rules })}</p>
    </>
  )
}

const SENSITIVITIES = {
  strict: t('Strict: finds more, and asks about moderate findings too'),
  normal: t('Normal'),
  relaxed: t('Relaxed: only what is nearly certain'),
} as const satisfies Record<GuardPolicyView['sensitivity'], string>

function Sensitivity({ policy, onChange }: GuardPartProps) {
  const id = useId()
  return (
    <div className="guard-line">
      <label htmlFor={id}>{t('Sensitivity')}</label>
      <select
        id={id}
        className="text-field"
        value={policy.sensitivity}
        onChange={(event) => {
          const chosen = Object.keys(SENSITIVITIES).find((one) => one === event.target.value)
          if (chosen) onChange({ sensitivity: chosen as GuardPolicyView['sensitivity'] })
        }}
      >
        {Object.entries(SENSITIVITIES).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Whose kinds of numbers count for more. */
function GuardJurisdictions({ policy, onChange }: GuardPartProps) {
  const { jurisdictions } = policy
  const { data: choices } = useAreas(true)
  // Kinds of numbers are those of a country: its parts would say no more.
  const countries = (choices?.jurisdictions ?? [])
    .filter(({ id }) => !id.includes('-'))
    .map(({ id }) => ({ id, name: placeOf(id, choices) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  return (
    <Fold title={t('Jurisdictions')} count={jurisdictions.length}>
      <NameList
        label={t('Number formats of these places are preferred; without any, all places count')}
        names={jurisdictions}
        nameOf={(id) => placeOf(id, choices)}
        onChange={(names) => onChange({ jurisdictions: names })}
      >
        <AddOne
          label={t('Add a jurisdiction')}
          choices={countries
            .filter(({ id }) => !jurisdictions.includes(id))
            .map(({ id, name }) => [id, name])}
          onAdd={(id) => onChange({ jurisdictions: [...jurisdictions, id] })}
        />
      </NameList>
    </Fold>
  )
}

/** What is never a finding. */
function AllowList({ policy, onChange, error }: GuardPartProps & { readonly error: unknown }) {
  const { allow } = policy
  const { literals, domains, types } = allow
  const nameOf = (type: string) => upperFirst(findingName(type, 2))
  return (
    <Fold title={t('Ignored values')} count={literals.length + domains.length + types.length}>
      <NameList
        label={t('Values')}
        names={literals}
        placeholder="info@our-company.com"
        onChange={(names, options) => onChange({ allow: { ...allow, literals: names } }, options)}
      />
      <NameList
        label={t('Domains, including subdomains')}
        names={domains}
        placeholder="our-company.com"
        problem={error ? adviseOn(error).what : undefined}
        onChange={(names, options) => onChange({ allow: { ...allow, domains: names } }, options)}
      />
      <NameList
        label={t('Types')}
        names={types}
        nameOf={nameOf}
        onChange={(names) => onChange({ allow: { ...allow, types: names } })}
      >
        <AddOne
          label={t('Ignore a type')}
          choices={FINDING_TYPES.filter((type) => !types.includes(type)).map((type) => [type, nameOf(type)])}
          onAdd={(type) => onChange({ allow: { ...allow, types: [...types, type] } })}
        />
      </NameList>
    </Fold>
  )
}

interface AddOneProps {
  readonly label: string
  readonly choices: readonly (readonly [value: string, name: string])[]
  readonly onAdd: (value: string) => void
}

/** A list to choose from, which is back at its beginning after each choice. */
function AddOne({ label, choices, onAdd }: AddOneProps) {
  return (
    <select
      className="text-field"
      aria-label={label}
      value=""
      onChange={(event) => {
        if (event.target.value !== '') onAdd(event.target.value)
      }}
    >
      <option value="">{label}…</option>
      {choices.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  )
}

type Decision = GuardPolicyView['decisions'][string]

function isDecision(value: string): value is Decision {
  return Object.hasOwn(DECISIONS, value)
}

/** What is done with each type: by the severity of a finding, or the same each time. */
function TypeDecisions({ policy, onChange }: GuardPartProps) {
  const { decisions, sensitivity } = policy
  const asked = sensitivity === 'strict' ? t('critical, high-risk or moderate') : t('critical or high-risk')
  // Rules of one's own have types too, once something was decided about them.
  const types = [...new Set([...FINDING_TYPES, ...Object.keys(decisions)])]
  const decide = (type: string, value: string) => {
    const others = Object.fromEntries(Object.entries(decisions).filter(([other]) => other !== type))
    onChange({ decisions: isDecision(value) ? { ...others, [type]: value } : others })
  }
  return (
    <Fold title={t('Rules by type')} count={Object.keys(decisions).length}>
      <p className="switch-about">
        {t(
          'By severity: Varve asks before sending {asked} data and sends the rest. If you redact, moderate findings are redacted too. Names are guesses and are only pointed out.',
          { asked },
        )}
      </p>
      <ul className="type-decisions">
        {types.map((type) => {
          const name = upperFirst(findingName(type, 2))
          return (
            <li key={type}>
              <span>{name}</span>
              <select
                className="text-field"
                aria-label={name}
                value={decisions[type] ?? ''}
                onChange={(event) => decide(type, event.target.value)}
              >
                <option value="">{isOnlyTold(type) ? t('Only point out') : t('By severity')}</option>
                {Object.entries(DECISIONS).map(([decision, words]) => (
                  <option key={decision} value={decision}>
                    {words}
                  </option>
                ))}
              </select>
            </li>
          )
        })}
      </ul>
    </Fold>
  )
}
