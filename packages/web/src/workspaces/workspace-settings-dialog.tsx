import type { WorkspaceView } from '@varve/server/types'
import { useQueryClient } from '@tanstack/react-query'
import { keys } from '../api/keys.ts'
import { useIndex, useStatistics, useWorkspace } from '../api/workspace-queries.ts'
import { routes } from '../api/routes.ts'
import { GuardSettings } from '../guard/guard-settings.tsx'
import { McpSettings } from '../mcp/mcp-settings.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { Switch } from '../parts/switch.tsx'
import { ToolRulesSettings } from '../tool-rules/tool-rules-settings.tsx'
import { embeddingCost, embeddingWords } from '../view-model/files/embedding-words.ts'
import { InstructionSettings } from './instruction-settings.tsx'
import { MemorySettings } from './memory-settings.tsx'
import { useSwitched } from './use-switched.ts'
import { WorkspaceUnavailable } from './workspace-unavailable.tsx'
import '../parts/text-field.css'
import './workspace-settings-dialog.css'

interface WorkspaceSettingsDialogProps {
  /** It was opened for what the guard goes by. */
  readonly atGuard: boolean
  readonly onClose: () => void
}

/** How this workspace works: what search goes by, and whether chats are files as well. */
export function WorkspaceSettingsDialog({ atGuard, onClose }: WorkspaceSettingsDialogProps) {
  const { data: workspace, error, refetch } = useWorkspace()
  return (
    <Dialog label="Workspace settings" place="center" onClose={onClose}>
      <div className="dialog-head">
        <h2 className="grow cut">Settings of “{workspace?.name ?? '…'}”</h2>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </div>
      <div className="dialog-body workspace-settings">
        {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
        {workspace ? <Settings workspace={workspace} atGuard={atGuard} /> : null}
      </div>
    </Dialog>
  )
}

interface SettingsProps {
  readonly workspace: WorkspaceView
  readonly atGuard: boolean
}

function Settings({ workspace, atGuard }: SettingsProps) {
  const { unavailable, root } = workspace
  return (
    <>
      {unavailable === undefined ? <ByMeaning /> : <WorkspaceUnavailable reason={unavailable} />}
      {root === undefined ? null : <ChatFiles workspace={workspace} />}
      {unavailable === undefined ? <MemorySettings /> : null}
      {unavailable === undefined ? <InstructionSettings /> : null}
      <GuardSettings isWanted={atGuard} />
      <ToolRulesSettings />
      {unavailable === undefined ? <McpSettings /> : null}
    </>
  )
}

function ByMeaning() {
  const client = useQueryClient()
  const embeddings = useIndex()?.embeddings
  const { data: statistics } = useStatistics()
  const { isOn, change, error } = useSwitched({
    name: 'embeddings',
    isOn: embeddings !== undefined,
    save: (on) => routes.setEmbeddings(on ? 'built-in' : 'off'),
    onSaved: (status) => client.setQueryData(keys.index, status),
  })
  const words = embeddingWords(embeddings)
  return (
    <section>
      <Switch label="Find by meaning too (embeddings)" checked={isOn} onChange={change}>
        <p>
          Search also finds passages that say the same in other words. A small English model computes it on
          this machine; nothing is sent anywhere. {isOn ? null : embeddingCost(statistics?.passages)}
        </p>
      </Switch>
      <div className="by-meaning-state" role="status">
        {isOn && words !== undefined ? <p data-state={embeddings?.state}>{words}</p> : null}
      </div>
      {isOn && embeddings && embeddings.state !== 'ready' && embeddings.state !== 'failed' ? (
        <progress
          aria-label="Passages that can be found by meaning"
          value={embeddings.vectorsDone}
          max={Math.max(embeddings.vectorsTotal, 1)}
        />
      ) : null}
      {error ? <ErrorNotice error={error} /> : null}
    </section>
  )
}

function ChatFiles({ workspace }: { readonly workspace: WorkspaceView }) {
  const client = useQueryClient()
  const { isOn, change, error } = useSwitched({
    name: 'chat-files',
    isOn: workspace.settings.chatFiles === 'on',
    save: (on) => routes.changeWorkspace({ chatFiles: on ? 'on' : 'off' }),
    onSaved: (settings) =>
      client.setQueryData<WorkspaceView>(keys.workspace, (now) => now && { ...now, settings }),
  })
  return (
    <section>
      <Switch label="Keep chats as Markdown files" checked={isOn} onChange={change}>
        <p>
          Each chat is also a note in <code>Varve/chats</code>, written after every answer. Switched off,
          files that are there stay; switched on again, they catch up.
        </p>
      </Switch>
      {error ? <ErrorNotice error={error} /> : null}
    </section>
  )
}
