import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import type { GuardPolicy, GuardRules } from '../api/guard-types.ts'
import { chatChange } from '../api/chat-changes.ts'
import { useGuard } from '../api/guard-queries.ts'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { Button } from '../parts/button.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { Switch } from '../parts/switch.tsx'
import { AllowList } from './allow-list.tsx'
import { AuditTable } from './audit-table.tsx'
import { CustomRules } from './custom-rules.tsx'
import type { GuardPartProps } from './guard-part-props.ts'
import { GuardJurisdictions } from './guard-jurisdictions.tsx'
import { TypeDecisions } from './type-decisions.tsx'
import '../parts/text-field.css'
import './guard-settings.css'

/** What the guard looks for in this workspace, and what it does without asking. */
export function GuardSettings({ isWanted }: { readonly isWanted: boolean }) {
  const { data, error, refetch } = useGuard()
  const head = useRef<HTMLHeadingElement>(null)
  const isThere = data !== undefined
  // Once all of it is there, so that what comes above no longer moves it.
  useEffect(() => {
    if (!isWanted || !isThere) return
    head.current?.scrollIntoView()
    head.current?.focus({ preventScroll: true })
  }, [isWanted, isThere])
  return (
    <section className="guard-settings">
      <h3 ref={head} tabIndex={-1}>
        Guard
      </h3>
      <p className="switch-about">
        Before something goes to a model elsewhere, it is searched for private data on this machine. You are
        asked about what is grave; no scanner finds everything.
      </p>
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {data ? <Policy stored={data.policy} rules={data.rules} problems={data.problems} /> : null}
    </section>
  )
}

interface PolicyProps {
  readonly stored: GuardPolicy
  readonly rules: string
  /** What of it could not be read. */
  readonly problems: readonly string[] | undefined
}

function Policy({ stored, rules, problems }: PolicyProps) {
  const client = useQueryClient()
  const save = useMutation({
    mutationKey: keys.changeGuard,
    // One after the other: each is the whole of what the one before it left.
    scope: { id: 'guard-policy' },
    mutationFn: (change: Partial<GuardPolicy>) =>
      routes.changeGuard({ ...(client.getQueryData<GuardRules>(keys.guard)?.policy ?? stored), ...change }),
    onSuccess: (saved) => {
      client.setQueryData(keys.guard, saved)
      void client.invalidateQueries({ queryKey: keys.audit })
      void client.invalidateQueries({ queryKey: keys.forecast })
    },
  })
  const saving = useMutationState({
    filters: { mutationKey: keys.changeGuard, status: 'pending' },
    select: ({ state }) => state.variables as Partial<GuardPolicy>,
  })
  // With all that is on its way: what is changed next begins with that.
  const policy: GuardPolicy = Object.assign({}, stored, ...saving)
  // No message leaves before what was decided about it holds. Why it does not is shown below.
  const onChange: GuardPartProps['onChange'] = (change, options) =>
    void chatChange(save.mutateAsync(change, options)).catch(() => undefined)
  const props: GuardPartProps = { policy, onChange }
  // What is refused says so where it is written.
  const refusedOf = (part: 'custom' | 'allow') =>
    save.error !== null && save.variables?.[part] !== undefined ? save.error : undefined
  const isShown = refusedOf('custom') ?? refusedOf('allow')
  return (
    <>
      {problems ? (
        <Notice title="Some of these rules cannot be read" tone="warn">
          <p>
            {problems.join('; ')}. Until you keep them as they should be, nothing goes to a model elsewhere.
          </p>
          <Button small onClick={() => onChange({})}>
            Keep what is shown
          </Button>
        </Notice>
      ) : null}
      <Sensitivity {...props} />
      <Switch
        label="Guard models on this machine too"
        checked={policy.guardLocal}
        onChange={(guardLocal) => onChange({ guardLocal })}
      >
        <p>Nothing leaves this machine with them, so they are exempt otherwise.</p>
      </Switch>
      <GuardJurisdictions {...props} />
      <TypeDecisions {...props} />
      <AllowList {...props} error={refusedOf('allow')} />
      <CustomRules {...props} error={refusedOf('custom')} />
      {save.error && !isShown ? <ErrorNotice error={save.error} /> : null}
      <AuditTable />
      <p className="guard-version">Version {rules} of the rules that find private data</p>
    </>
  )
}

const SENSITIVITIES = {
  strict: 'Strict: finds more, and asks about moderate findings too',
  normal: 'Normal',
  relaxed: 'Relaxed: only what is nearly certain',
} as const satisfies Record<GuardPolicy['sensitivity'], string>

function Sensitivity({ policy, onChange }: GuardPartProps) {
  const id = useId()
  return (
    <div className="guard-line">
      <label htmlFor={id}>Sensitivity</label>
      <select
        id={id}
        className="text-field"
        value={policy.sensitivity}
        onChange={(event) => {
          const chosen = Object.keys(SENSITIVITIES).find((one) => one === event.target.value)
          if (chosen) onChange({ sensitivity: chosen as GuardPolicy['sensitivity'] })
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
