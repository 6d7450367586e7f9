import type { McpListView } from '@varve/server/types'
import { useMcp } from '../api/definition-queries.ts'
import { keys } from '../api/keys.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { Button } from '../parts/button.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { useActions } from '../workbench/actions.ts'
import { McpServer } from './mcp-server.tsx'
import './mcp-settings.css'

/** Servers that lend their tools to agents: off until each is trusted. */
export function McpSettings() {
  const { data, error, refetch } = useMcp()
  const title = useId()
  return (
    <section className="mcp" aria-labelledby={title}>
      <h3 id={title}>MCP servers</h3>
      <p className="switch-about">
        Programs and services that lend their tools to agents. Each does nothing until you trust it, and needs
        your trust again when its entry changes. Agents ask before they use one of its tools.
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
  return (
    <>
      {problems.map(({ line, place, message }) => (
        <p key={`${line} ${place} ${message}`} className="mcp-problem">
          {path}
          {line === undefined ? '' : `, line ${line}`}
          {place === '' ? '' : `, ${place}`}: {message}
        </p>
      ))}
      {servers.map((server) => (
        <McpServer
          key={server.name}
          server={server}
          onChanged={() => void client.invalidateQueries({ queryKey: keys.mcp })}
        />
      ))}
      {exists ? (
        <div className="mcp-foot">
          <Button small look="bare" onClick={() => openFile(path)}>
            Open {path}
          </Button>
        </div>
      ) : (
        <p className="switch-about">
          None yet: write them down in <code>{path}</code>.
        </p>
      )}
    </>
  )
}
