import './mcp-settings.css'
import type { McpListView, McpServerView } from '@varve/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useMcp } from '../api/queries.ts'
import { keys } from '../api/keys.ts'
import { t } from '../i18n/t.ts'
import { McpForm } from './mcp-form.tsx'
import { Button } from '../parts/button.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { useActions } from '../workbench/actions.ts'
import { routes } from '../api/routes.ts'
import { Switch } from '../parts/switch.tsx'

const STATES = {
  off: t('Off'),
  idle: t('Starts when needed'),
  connecting: t('Starting…'),
  ready: t('Connected'),
  'sign-in': t('Sign-in needed'),
  failed: t('Not working'),
} as const satisfies Record<McpServerView['state'], string>

/** Servers that lend their tools to agents: off until each is trusted. */
export function McpSettings() {
  const { data, error, refetch } = useMcp()
  const title = useId()
  return (
    <section className="mcp" aria-labelledby={title}>
      <h3 id={title}>{t('MCP servers')}</h3>
      <p className="switch-about">
        {t(
          'Programs and services that provide tools to agents. Each is inactive until you trust it, and again when its entry changes. Agents ask before they use its tools.',
        )}
      </p>
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {data ? <Servers list={data} /> : null}
    </section>
  )
}

function Servers({ list }: { readonly list: McpListView }) {
  const client = useQueryClient()
  const { openFile } = useActions()
  const { path, exists, problems, servers } = list
  const [form, setForm] = useState<{ readonly name: string | undefined }>()
  return (
    <>
      {problems.map(({ line, place, message }) => (
        <p key={`${line} ${place} ${message}`} className="mcp-problem">
          {path}
          {line === undefined ? '' : `, ${t('line {first}', { first: line })}`}
          {place === '' ? '' : `, ${place}`}: {message}
        </p>
      ))}
      {servers.map((server) => (
        <McpServer
          key={server.name}
          server={server}
          onChange={() => setForm({ name: server.name })}
          onChanged={() => void client.invalidateQueries({ queryKey: keys.mcp })}
        />
      ))}
      <div className="mcp-foot">
        <Button small onClick={() => setForm({ name: undefined })}>
          {t('Add a server')}
        </Button>
        <span className="grow" />
        {exists ? (
          <Button small look="bare" onClick={() => openFile(path)}>
            {t('Open {path}', { path })}
          </Button>
        ) : null}
      </div>
      {form ? <McpForm name={form.name} path={path} onClose={() => setForm(undefined)} /> : null}
    </>
  )
}

interface McpServerProps {
  readonly server: McpServerView
  /** Its form is wanted. */
  readonly onChange: () => void
  readonly onChanged: () => void
}

/** One server: what would run or be asked, whether it is trusted, and what it offers. */
function McpServer({ server, onChange, onChanged }: McpServerProps) {
  const { name, hash, trusted, state, disabled, tools, problems, errorOutput } = server
  const trust = useMutation({
    mutationFn: (on: boolean) => routes.trustMcp(name, hash, on),
    onSettled: onChanged,
  })
  const reconnect = useMutation({ mutationFn: () => routes.reconnectMcp(name), onSettled: onChanged })
  const removal = useMutation({ mutationFn: () => routes.removeMcp(name), onSettled: onChanged })
  const signIn = useMutation({ mutationFn: () => routes.signInMcp(name) })
  const error = trust.error ?? reconnect.error ?? removal.error ?? signIn.error
  return (
    <div className="mcp-server" role="group" aria-label={t('MCP server {name}', { name })}>
      <Switch
        label={t('Trust “{name}”', { name })}
        checked={trust.isPending ? trust.variables : trusted}
        onChange={trust.mutate}
      >
        <McpTarget server={server} />
      </Switch>
      <div className="mcp-state">
        <span className="grow" role="status" data-state={state}>
          {disabled ? t('Turned off in the file') : STATES[trust.isPending ? 'connecting' : state]}
        </span>
        {state !== 'sign-in' ? null : signIn.data ? (
          <a href={signIn.data.url} target="_blank" rel="noreferrer">
            {t('Continue in the browser')}
          </a>
        ) : (
          <Button small disabled={signIn.isPending} onClick={() => signIn.mutate()}>
            {t('Sign in')}
          </Button>
        )}
        {trusted && !disabled && state !== 'sign-in' ? (
          <Button small look="bare" disabled={reconnect.isPending} onClick={() => reconnect.mutate()}>
            {state === 'ready' ? t('Start again') : t('Connect')}
          </Button>
        ) : null}
        <Button small look="bare" aria-label={t('Change {name}', { name })} onClick={onChange}>
          {t('Change')}
        </Button>
        <Button
          small
          look="bare"
          disabled={removal.isPending}
          aria-label={t('Remove {name}', { name })}
          onClick={() => removal.mutate()}
        >
          {t('Remove')}
        </Button>
      </div>
      {problems.map((problem) => (
        <p key={problem} className="mcp-problem">
          {problem}
        </p>
      ))}
      {errorOutput !== undefined && state !== 'ready' ? (
        <pre className="mcp-output">{errorOutput}</pre>
      ) : null}
      {error ? <ErrorNotice error={error} /> : null}
      {tools.length === 0 ? null : (
        <details className="mcp-tools">
          <summary>
            {t('Tools')} <span className="figures faint">{tools.length}</span>
          </summary>
          <dl>
            {tools.map(({ name: defined, tool, description }) => (
              <div key={defined}>
                <dt>{tool}</dt>
                <dd>{description}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  )
}

/** What the user agrees to, in plain words. */
function McpTarget({ server: { kind, target, sets, remote } }: { readonly server: McpServerView }) {
  return (
    <>
      <code className="mcp-target">{target}</code>
      {sets.length === 0 ? null : (
        <p>
          {kind === 'stdio' ? t('With the variables') : t('With the headers')} {sets.join(', ')}.
        </p>
      )}
      <p>
        {kind === 'stdio'
          ? t('Runs on this machine with your permissions.')
          : remote
            ? t('What agents send it leaves this machine; private data is held back.')
            : t('Runs on this machine.')}
      </p>
    </>
  )
}
