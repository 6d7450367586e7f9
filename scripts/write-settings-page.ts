/** Writes docs/settings.md from the rows of the contract; with `--check` it fails if the page isn't current. */
import { readFileSync, writeFileSync } from 'node:fs'
import {
  APP_SETTING_ROWS,
  CHAT_SETTING_ROWS,
  describeValues,
  LOCAL_MODEL_SETTING_ROWS,
  PAGE_SETTING_ROWS,
  type SettingRow,
  WORKSPACE_SETTING_ROWS,
} from '../packages/contract/src/tables/settings.ts'

const page = new URL('../docs/settings.md', import.meta.url)
const text = settingsPage()
if (!process.argv.includes('--check')) writeFileSync(page, text)
else if (readFileSync(page, 'utf8') !== text) {
  console.error('docs/settings.md is not current. Run: npm run docs')
  process.exitCode = 1
}

function settingsPage(): string {
  return `# Settings

This page is made from \`packages/contract/src/tables/settings.ts\` by \`npm run docs\`.

## Of a chat
Set them in the composer, with \`varve chats set <id> name=value\`, with \`varve ask --set name=value\`, or with
\`PATCH /api/workspaces/<id>/chats/<id>/settings\`. They hold from the next message on. \`null\`, or an empty value on the
command line, gives a setting back to its default. The fields of agent and project files set them for their chats,
unless the chat says otherwise.

${table(CHAT_SETTING_ROWS)}

## Of a workspace
Set them in the workspace's settings, with \`varve settings set <name> <value>\`, or with
\`PATCH /api/workspaces/<id>/settings\`.

${table(WORKSPACE_SETTING_ROWS)}

## Of models of your own
Set them in *Connect a model*, under *On this computer*, with \`varve models set <name> <value>\`, or with
\`PATCH /api/local-models/settings\`. They hold for all workspaces.

${table(LOCAL_MODEL_SETTING_ROWS)}

## Of Varve as a whole
Set them in the settings of the page, or with \`PATCH /api/settings\`. They hold for every workspace and browser, and are
kept in \`config.json\`.

${table(APP_SETTING_ROWS)}

## Of the page
Set them under Appearance in the settings of the page. Each browser has its own.

${table(PAGE_SETTING_ROWS)}

The guard and the rules for tools are lists, changed as a whole: \`varve settings set guard\`,
\`varve settings set tool-rules\`.
`
}

function table(rows: readonly (readonly [name: string, row: SettingRow])[]): string {
  const lines = rows.map(([name, row]) => {
    const { label, help, command, agentField, projectField, default: preset = 'the model’s own' } = row
    const names = command === undefined ? `\`${name}\`` : `\`${name}\`, \`${command}\``
    const fields = [
      ...(agentField === undefined ? [] : [`agent: \`${agentField}\``]),
      ...(projectField === undefined ? [] : [`project: \`${projectField}\``]),
    ]
    return `| ${names} | **${label}**: ${help} | ${describeValues(row)} | ${preset} | ${fields.join(', ')} |`
  })
  return [
    '| name | what it does | value | default | file field |',
    '| --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n')
}
