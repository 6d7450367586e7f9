import type { McpServerView } from '@varve/server/types'
import { useMutation } from '@tanstack/react-query'
import { routes } from '../api/routes.ts'
import { Button } from '../parts/button.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { Switch } from '../parts/switch.tsx'

interface McpServerProps {
  readonly server: McpServerView
  readonly onChanged: () => void
}

const STATES = {
  off: 'Off',
  idle: 'Starts when it is needed',
  connecting: 'Starting…',
  ready: 'Connected',
  failed: 'Does not work',
} as const satisfies Record<McpServerView['state'], string>

/** One server: what would run or be asked, whether it is trusted, and what it offers. */
export function McpServer({ server, onChanged }: McpServerProps) {
  const { name, hash, trusted, state, disabled, tools, problems, errorOutput } = server
  const trust = useMutation({
    mutationFn: (on: boolean) => routes.trustMcp(name, hash, on),
    onSettled: onChanged,
  })
  const reconnect = useMutation({ mutationFn: () => routes.reconnectMcp(name), onSettled: onChanged })
  const error = trust.error ?? reconnect.error
  return (
    <div className="mcp-server" role="group" aria-label={`MCP server ${name}`}>
      <Switch
        label={`Trust “${name}”`}
        checked={trust.isPending ? trust.variables : trusted}
        onChange={trust.mutate}
      >
        <McpTarget server={server} />
      </Switch>
      <div className="mcp-state">
        <span className="grow" role="status" data-state={state}>
          {disabled ? 'Switched off in the file' : STATES[trust.isPending ? 'connecting' : state]}
        </span>
        {trusted && !disabled ? (
          <Button small look="bare" disabled={reconnect.isPending} onClick={() => reconnect.mutate()}>
            {state === 'ready' ? 'Start again' : 'Connect'}
          </Button>
        ) : null}
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
            Tools <span className="figures faint">{tools.length}</span>
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
function McpTarget({ server: { kind, target, sets, elsewhere } }: { readonly server: McpServerView }) {
  return (
    <>
      <code className="mcp-target">{target}</code>
      {sets.length === 0 ? null : (
        <p>
          {kind === 'stdio' ? 'With the variables' : 'With the headers'} {sets.join(', ')}.
        </p>
      )}
      <p>
        {kind === 'stdio'
          ? 'Runs on this machine and may do there what you may do.'
          : elsewhere
            ? 'What agents give it leaves this machine; private data is kept back.'
            : 'Runs on this machine.'}
      </p>
    </>
  )
}
