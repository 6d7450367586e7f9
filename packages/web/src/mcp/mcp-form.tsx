import '../parts/text-field.css'
import type { McpListView } from '@varve/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { t } from '../i18n/t.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'

/** The fields of the form; several values are on separate lines. */
export interface McpFields {
  readonly name: string
  readonly kind: 'stdio' | 'http'
  readonly command: string
  readonly args: string
  readonly env: string
  readonly url: string
  readonly headers: string
  readonly local: boolean
}

const EMPTY: McpFields = {
  name: '',
  kind: 'stdio',
  command: '',
  args: '',
  env: '',
  url: '',
  headers: '',
  local: false,
}

interface McpFormProps {
  /** The server to change; a new one if undefined. */
  readonly name: string | undefined
  /** The file that lists the servers. */
  readonly path: string
  readonly onClose: () => void
}

/** Adds a server, or changes one: what starts or reaches it, a test, and saving. */
export function McpForm(props: McpFormProps) {
  const { name, path, onClose } = props
  // The list leaves out values; they are in the file.
  const { data, error } = useQuery({
    queryKey: keys.content(path),
    queryFn: () => routes.fileContent(path),
    enabled: name !== undefined,
    staleTime: 0,
  })
  const content = data?.content
  const begun = name === undefined ? EMPTY : content === undefined ? undefined : fieldsOf(name, content)
  return (
    <Dialog
      title={name === undefined ? t('Add an MCP server') : t('Change {name}', { name })}
      forTyping
      onClose={onClose}
    >
      {begun ? <Fields {...props} begun={begun} /> : null}
      {error ? <ErrorNotice error={error} /> : null}
    </Dialog>
  )
}

function Fields({ name, begun, onClose }: McpFormProps & { readonly begun: McpFields }) {
  const [fields, setFields] = useState(begun)
  const client = useQueryClient()
  const set = (change: Partial<McpFields>) => setFields({ ...fields, ...change })
  const id = fields.name.trim()
  const entry = entryOf(fields)
  const attempt = useMutation({ mutationFn: () => routes.tryMcp(id, entry) })
  const save = useMutation({
    mutationFn: () => routes.writeMcp(id, entry),
    onSuccess: (list: McpListView) => {
      client.setQueryData(keys.mcp, list)
      onClose()
    },
  })
  const isWhole = id !== '' && (fields.kind === 'stdio' ? fields.command : fields.url).trim() !== ''
  const isBusy = attempt.isPending || save.isPending
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isWhole && !isBusy) save.mutate()
  }
  const field = (label: string, key: 'name' | 'command' | 'url', placeholder: string): ReactNode => (
    <label>
      {label}
      <input
        className="text-field"
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={fields[key]}
        disabled={key === 'name' && name !== undefined}
        onChange={({ target }) => set({ [key]: target.value })}
      />
    </label>
  )
  const lines = (label: string, key: 'args' | 'env' | 'headers', placeholder: string): ReactNode => (
    <label>
      {label}
      <textarea
        className="text-field mcp-lines"
        rows={2}
        spellCheck={false}
        placeholder={placeholder}
        value={fields[key]}
        onChange={({ target }) => set({ [key]: target.value })}
      />
    </label>
  )
  return (
    <form className="mcp-form" onSubmit={submit}>
      <div className="dialog-body">
        <Kinds chosen={fields.kind} onChoose={(kind) => set({ kind })} />
        {field(t('Name'), 'name', 'tracker')}
        {fields.kind === 'stdio' ? (
          <>
            {field(t('Command'), 'command', 'npx')}
            {lines(t('Arguments, one on each line'), 'args', '-y\nsome-mcp-server')}
            {lines(t('Variables, one on each line'), 'env', 'LEVEL=1')}
          </>
        ) : (
          <>
            {field(t('Address'), 'url', 'https://mcp.example.org/mcp')}
            {lines(t('Headers, one on each line'), 'headers', 'Authorization: Bearer ${VARVE_MCP_TRACKER}')}
            <label className="mcp-local">
              <input
                type="checkbox"
                checked={fields.local}
                onChange={({ target }) => set({ local: target.checked })}
              />
              {t('This address is in my own network')}
            </label>
          </>
        )}
        <p className="faint">
          {fields.kind === 'stdio'
            ? t('The test and agents run this program on this machine, with your permissions.')
            : t('Keep tokens out of the file: name a variable Varve was started with, as in the example.')}
        </p>
        <div role="status">
          {attempt.isPending ? t('Testing…') : null}
          {attempt.data ? <Tried server={attempt.data} /> : null}
        </div>
        {attempt.error ? <ErrorNotice error={attempt.error} /> : null}
        {save.error ? <ErrorNotice error={save.error} /> : null}
      </div>
      <div className="dialog-foot">
        <Button disabled={!isWhole || isBusy} onClick={() => attempt.mutate()}>
          {t('Test')}
        </Button>
        <span className="grow" />
        <Button look="bare" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button look="main" type="submit" disabled={!isWhole || isBusy}>
          {t('Save and trust')}
        </Button>
      </div>
    </form>
  )
}

interface KindsProps {
  readonly chosen: McpFields['kind']
  readonly onChoose: (kind: McpFields['kind']) => void
}

function Kinds({ chosen, onChoose }: KindsProps) {
  const group = useId()
  const kinds = [
    ['stdio', t('A program on this machine')],
    ['http', t('An address')],
  ] as const
  return (
    <fieldset className="mcp-kinds">
      <legend className="visually-hidden">{t('Kind of server')}</legend>
      {kinds.map(([kind, words]) => (
        <label key={kind}>
          <input type="radio" name={group} checked={chosen === kind} onChange={() => onChoose(kind)} />
          {words}
        </label>
      ))}
    </fieldset>
  )
}

/** What came of the test, in a line. */
function Tried({ server }: { readonly server: McpListView['servers'][number] }) {
  const { tools, problems, errorOutput } = server
  const [problem] = problems
  if (tools.length === 0)
    return (
      <>
        <Notice tone="warn" title={problem ?? t('It answered and offers no tools.')} />
        {errorOutput === undefined ? null : <pre className="mcp-output">{errorOutput}</pre>}
      </>
    )
  return (
    <p className="mcp-works">
      <Icon name="check" size={14} />
      {t('It works: {count} {count|tool|tools}, {names}.', {
        count: tools.length,
        names: tools.map(({ tool }) => tool).join(', '),
      })}
    </p>
  )
}

const nonEmpty = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** `NAME=value` or `Name: value`, one on each line. */
function pairsOf(text: string, sign: '=' | ':'): Readonly<Record<string, string>> {
  return Object.fromEntries(
    nonEmpty(text).map((line) => {
      const at = line.indexOf(sign)
      return at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
    }),
  )
}

/** The entry as the file has it, without what is at its default. */
export function entryOf(fields: McpFields): Readonly<Record<string, unknown>> {
  const { kind, command, url, local } = fields
  const given = (name: string, value: object) => (Object.keys(value).length === 0 ? {} : { [name]: value })
  return kind === 'stdio'
    ? {
        command: command.trim(),
        ...given('args', nonEmpty(fields.args)),
        ...given('env', pairsOf(fields.env, '=')),
      }
    : {
        url: url.trim(),
        ...given('headers', pairsOf(fields.headers, ':')),
        ...(local ? { local } : {}),
      }
}

/** The fields of a server as the file has it. */
export function fieldsOf(name: string, content: string): McpFields {
  const entry = (JSON.parse(content) as { readonly mcpServers?: Readonly<Record<string, unknown>> })
    .mcpServers?.[name]
  const { command, args, env, url, headers, local } = (entry ?? {}) as Partial<
    Record<keyof McpFields, unknown>
  >
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const pairs = (value: unknown, sign: string) =>
    Object.entries(value ?? {})
      .map(([key, one]) => `${key}${sign}${String(one)}`)
      .join('\n')
  return {
    name,
    kind: url === undefined ? 'stdio' : 'http',
    command: text(command),
    args: Array.isArray(args) ? args.map(String).join('\n') : '',
    env: pairs(env, '='),
    url: text(url),
    headers: pairs(headers, ': '),
    local: local === true,
  }
}
