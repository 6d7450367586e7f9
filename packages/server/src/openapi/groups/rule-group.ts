import {
  detectSchema,
  emptySchema,
  guardSchema,
  mcpEntrySchema,
  memorySchema,
  toolRulesSchema,
  trustSchema,
  tryRuleSchema,
  VIEWS,
} from '@varve/contract'
import { routesOf } from '../route-description.ts'

const HASH = '0'.repeat(64)

export const RULE_GROUP = routesOf({
  tag: 'Rules',
  at: '/workspaces/:workspace',
  routes: {
    'GET /guard': {
      summary: 'Shows the rules of the guard',
      answers: [{ status: 200, words: 'The rules.', view: VIEWS.Guard }],
    },
    'PUT /guard': {
      summary: 'Changes the rules of the guard',
      description:
        '`policy` is the whole policy as `GET` returns it; fields that are left out get their default. A rule in `custom` has a `name`, a `severity` and either a `text`, matched literally, or a `pattern`, a regular expression without look-around and back references.',
      body: guardSchema,
      example: { policy: { sensitivity: 'normal', decisions: { EMAIL: 'redact' } } },
      answers: [{ status: 200, words: 'The rules.', view: VIEWS.Guard }],
      refuses: ['message-invalid', 'guard-rule-invalid'],
    },
    'POST /guard/try': {
      summary: 'Tries a custom rule on a sample',
      description: 'Saves nothing. A rule that `PUT` would refuse is refused with the same reason.',
      body: tryRuleSchema,
      example: { rule: { name: 'Case', pattern: 'CLT-\\d{4}' }, sample: 'See CLT-2041.' },
      answers: [{ status: 200, words: 'The type of its findings, and the findings.', view: VIEWS.RuleTrial }],
      refuses: ['message-invalid', 'guard-rule-invalid'],
    },
    'GET /guard/audit': {
      summary: 'Lists the actions of the guard, without values',
      answers: [
        { status: 200, words: 'The latest 200 entries, newest first.', view: VIEWS.AuditEntry, isList: true },
      ],
    },
    'GET /tool-rules': {
      summary: 'Shows which tool calls run, ask or are refused',
      answers: [{ status: 200, words: 'The rules.', view: VIEWS.ToolRules }],
    },
    'PUT /tool-rules': {
      summary: 'Replaces the tool rules',
      description:
        'Each has a `tool` (or `*`), a `decision` (`run`, `ask` or `refuse`) and, where it needs one, a `path`.',
      body: toolRulesSchema,
      example: { rules: [{ tool: '*', path: 'diary/**', decision: 'refuse' }] },
      answers: [{ status: 200, words: 'The rules.', view: VIEWS.ToolRules }],
      refuses: ['message-invalid'],
    },
    'GET /areas': {
      summary: 'Lists the areas and jurisdictions that a chat can be pinned to',
      answers: [{ status: 200, words: 'The areas.', view: VIEWS.AreaList }],
    },
    'POST /areas/detect': {
      summary: 'Detects the areas of a text',
      body: detectSchema,
      example: { text: 'My landlord kept my deposit.' },
      answers: [{ status: 200, words: 'The areas, best first.', view: VIEWS.Area, isList: true }],
    },
    'GET /memory': {
      summary: 'Shows the assistant’s memory',
      answers: [{ status: 200, words: 'The memory.', view: VIEWS.Memory }],
    },
    'PUT /memory': {
      summary: 'Writes the memory, or adds to it',
      description: 'Either `content`, with the `hash` of the text it replaces, or `add`.',
      body: memorySchema,
      example: { add: 'Prefers short answers.' },
      answers: [{ status: 200, words: 'The memory.', view: VIEWS.Memory }],
      refuses: ['message-invalid', 'file-changed'],
    },
    'GET /mcp': {
      summary: 'Lists the MCP servers of a workspace',
      answers: [{ status: 200, words: 'The servers, and the problems of their file.', view: VIEWS.McpList }],
    },
    'PUT /mcp/:name': {
      summary: 'Writes an MCP server into the file of a workspace, and trusts it',
      description: '`entry` is its entry in `Varve/mcp.json`. Other entries stay as they are.',
      body: mcpEntrySchema,
      example: { entry: { url: 'http://127.0.0.1:9/mcp' } },
      answers: [{ status: 200, words: 'The servers.', view: VIEWS.McpList }],
      refuses: ['message-invalid', 'file-changed'],
    },
    'DELETE /mcp/:name': {
      summary: 'Removes an MCP server from the file of a workspace',
      answers: [{ status: 200, words: 'The servers.', view: VIEWS.McpList }],
      refuses: ['message-invalid', 'file-changed'],
    },
    'POST /mcp/:name/try': {
      summary: 'Tests the connection to an MCP server; saves nothing',
      body: mcpEntrySchema,
      example: { entry: { url: 'http://127.0.0.1:9/mcp' } },
      answers: [{ status: 200, words: 'The server, with the error if it fails.', view: VIEWS.McpServer }],
      refuses: ['message-invalid'],
    },
    'POST /mcp/:name/trust': {
      summary: 'Trusts an MCP server as reviewed, or revokes trust',
      body: trustSchema,
      example: { hash: HASH, trusted: true },
      answers: [{ status: 200, words: 'The server.', view: VIEWS.McpServer }],
      refuses: ['file-not-found', 'file-changed'],
    },
    'POST /mcp/:name/sign-in': {
      summary: 'Starts signing in to an MCP server with OAuth',
      description:
        'Open the address in a browser on the machine where Varve runs: it redirects to a port there. The state of the server is `sign-in` until then.',
      body: emptySchema,
      example: {},
      answers: [{ status: 200, words: 'The address to sign in at.', view: VIEWS.McpSignIn }],
      refuses: ['file-not-found', 'not-confirmed', 'mcp-failed'],
    },
    'POST /mcp/:name/reconnect': {
      summary: 'Restarts a trusted MCP server',
      body: emptySchema,
      example: {},
      answers: [{ status: 200, words: 'The server.', view: VIEWS.McpServer }],
      refuses: ['file-not-found', 'not-confirmed', 'mcp-failed'],
    },
  },
})
