import { z } from 'zod'
import type {
  AreaListView,
  AuditEntryView,
  ComposerView,
  DefinitionCheckView,
  DefinitionProblem,
  DefinitionTextView,
  DefinitionView,
  FilledTemplateView,
  GuardView,
  InstructionView,
  McpListView,
  McpServerView,
  MemoryView,
  RuleTrialView,
  ToolRulesView,
} from '../../api-types.ts'
import { inWords, moment, viewOf } from './view-of.ts'

const guard = viewOf<GuardView>()(
  z.object({
    policy: z.object({
      sensitivity: z.enum(['strict', 'normal', 'relaxed']),
      jurisdictions: z.array(z.string()),
      decisions: z.record(z.string(), z.enum(['redact', 'send', 'ask'])).describe('By type.'),
      allow: z.object({
        literals: z.array(z.string()),
        domains: z.array(z.string()),
        types: z.array(z.string()),
      }),
      custom: z.array(
        z.object({
          name: z.string(),
          text: z.string().exactOptional().describe('Found as it is written.'),
          pattern: z.string().exactOptional().describe('A regular expression that runs in linear time.'),
          severity: z.enum(['critical', 'high', 'moderate', 'low']),
        }),
      ),
      guardLocal: z.boolean().describe('Models on this machine are guarded against, too.'),
    }),
    rules: z.string().describe('The version of the rules that find things.'),
    problems: z
      .array(z.string())
      .exactOptional()
      .describe(
        'What of the policy cannot be read: until it is set anew, nothing goes to a model elsewhere.',
      ),
  }),
)

const ruleTrial = viewOf<RuleTrialView>()(
  z.object({
    type: z.string().describe('Of its findings, such as CUSTOM_CASE.'),
    matches: z.array(z.object({ start: z.number(), end: z.number() })).describe('In UTF-16 code units.'),
  }),
)

const areas = viewOf<AreaListView>()(
  z.object({
    areas: z.array(z.object({ pack: z.string(), id: z.string(), name: z.string() })),
    jurisdictions: z.array(z.object({ id: z.string(), name: z.string() })),
    problems: z.array(z.object({ path: z.string(), line: z.number().exactOptional(), message: z.string() })),
  }),
)

const mcpServer = viewOf<McpServerView>()(
  z.object({
    name: z.string(),
    kind: z.enum(['stdio', 'http']),
    target: z.string(),
    sets: z.array(z.string()),
    elsewhere: z.boolean(),
    hash: z.string(),
    trusted: z.boolean(),
    state: z.enum(['off', 'idle', 'connecting', 'ready', 'failed']),
    disabled: z.literal(true).exactOptional(),
    problems: z.array(z.string()),
    errorOutput: z.string().exactOptional(),
    tools: z.array(z.object({ name: z.string(), tool: z.string(), description: z.string() })),
  }),
)

const mcpList = viewOf<McpListView>()(
  z.object({
    path: z.string(),
    exists: z.boolean(),
    problems: z.array(z.object({ line: z.number().exactOptional(), place: z.string(), message: z.string() })),
    servers: z.array(mcpServer),
  }),
)

const trust = z
  .enum(['trusted', 'changed', 'untrusted'])
  .describe('`changed`: edited since it was trusted, and followed. `untrusted`: not used.')

const problem = viewOf<DefinitionProblem>()(
  z.object({ line: z.number().exactOptional(), message: z.string() }),
)

const DEFINITION_WORDS =
  'An object: `kind`, `id`, `name`, `description`, `path`, `origin`, `hash` (for trust), `contentHash` (for a write ' +
  'over it), `trusted`, `changed` (edited since it was trusted), `problems`, and what its front matter sets.'

/** What a workspace defines and allows. */
export const RULE_VIEWS = {
  Guard: guard,
  RuleTrial: ruleTrial,
  AuditEntry: viewOf<AuditEntryView>()(
    z.object({
      sequence: z.number(),
      at: moment,
      actor: z.string().exactOptional(),
      action: z.string(),
      detail: z.unknown(),
    }),
  ),
  ToolRules: inWords<ToolRulesView>(
    'An object: `rules`, in order, each with `tool`, `path` where it has one and `decision` (run, ask, refuse); and ' +
      '`tools` that rules can be about, each with its name and reach.',
  ),
  AreaList: areas,
  Memory: viewOf<MemoryView>()(
    z.object({
      path: z.string(),
      content: z.string(),
      hash: z.string().exactOptional(),
      trust: trust.exactOptional(),
    }),
  ),
  Instruction: viewOf<InstructionView>()(
    z.object({
      path: z.string(),
      kind: z.enum(['agent', 'skill', 'template', 'project', 'area', 'instructions', 'memory']),
      hash: z.string(),
      trust,
    }),
  ),
  McpServer: mcpServer,
  McpList: mcpList,
  Definition: inWords<DefinitionView>(DEFINITION_WORDS),
  DefinitionText: inWords<DefinitionTextView>(
    `${DEFINITION_WORDS} Beside it \`content\`, the whole file, and \`body\`.`,
  ),
  DefinitionProblem: problem,
  DefinitionCheck: viewOf<DefinitionCheckView>()(
    z.object({ problems: z.array(problem), warnings: z.array(problem) }),
  ),
  FilledTemplate: viewOf<FilledTemplateView>()(
    z.object({
      text: z.string(),
      attach: z.array(z.string()),
      missing: z.array(z.string()).describe('Variables that must be asked for.'),
      wantsSelection: z.boolean(),
      notices: z.array(z.string()),
    }),
  ),
  Composer: inWords<ComposerView>(
    'An object: `text` as it is sent, `plain` without the words for the program, `mentions` with their places, ' +
      '`attach`, `directives` and `notices`.',
  ),
}
