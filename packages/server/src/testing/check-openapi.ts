/** What is wrong with the form of an OpenAPI 3.1 document, by the rules that a reader of it relies on. */
export function checkOpenApi(document: unknown): readonly string[] {
  const problems: string[] = []
  const root = objectOf(document)
  if (root['openapi'] !== '3.1.0') problems.push('openapi is not 3.1.0')
  const info = objectOf(root['info'])
  for (const field of ['title', 'version'])
    if (typeof info[field] !== 'string') problems.push(`info.${field} is missing`)
  for (const { pointer, $ref } of references(document, ''))
    if (resolve(root, $ref) === undefined) problems.push(`${pointer} refers to ${$ref}, which is not there`)
  const ids = new Set<unknown>()
  for (const [path, item] of Object.entries(objectOf(root['paths'])))
    for (const [method, operation] of Object.entries(objectOf(item))) {
      const place = `${method} ${path}`
      const { operationId, ...rest } = objectOf(operation)
      if (typeof operationId !== 'string' || ids.has(operationId))
        problems.push(`${place}: no operationId of its own`)
      ids.add(operationId)
      problems.push(
        ...checkOperation(root, { path, method, ...rest }).map((problem) => `${place}: ${problem}`),
      )
    }
  return [...problems, ...checkComponents(root)]
}

type Json = Readonly<Record<string, unknown>>

const METHODS = ['get', 'put', 'post', 'delete', 'patch']
const SCHEMA_TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']

function checkOperation(root: Json, operation: Json): readonly string[] {
  const { path, method, summary, parameters = [], requestBody, responses } = operation
  const given = (parameters as readonly unknown[]).map((parameter) => resolved(root, parameter))
  const named = given.filter((parameter) => parameter['in'] === 'path').map(({ name }) => name)
  const wanted = [...String(path).matchAll(/\{([^}]+)\}/g)].map(([, name]) => name)
  const answers = Object.entries(objectOf(responses)).map(
    ([status, one]) => [status, resolved(root, one)] as const,
  )
  const contents = [requestBody, ...answers.map(([, one]) => one)].map((one) =>
    objectOf(objectOf(one)['content']),
  )
  return [
    ...(METHODS.includes(String(method)) ? [] : ['no method']),
    ...(String(path).startsWith('/') ? [] : ['the path does not begin with /']),
    ...(typeof summary === 'string' && summary !== '' ? [] : ['no summary']),
    ...(JSON.stringify(named) === JSON.stringify(wanted) ? [] : ['path parameters differ from the path']),
    ...given.flatMap(checkParameter),
    ...(answers.some(([status]) => /^2\d\d$/.test(status)) ? [] : ['no answer when all is well']),
    ...answers.flatMap(([status, { description }]) => [
      ...(/^([1-5]\d\d|default)$/.test(status) ? [] : [`${status} is no status`]),
      ...(typeof description === 'string' && description !== '' ? [] : [`${status} has no description`]),
    ]),
    ...contents
      .flatMap((content) => Object.keys(content))
      .filter((type) => !/^[a-z]+\/[a-z*.+-]+$/.test(type)),
  ]
}

function checkParameter({ name, in: place, required, schema, description }: Json): readonly string[] {
  return [
    ...(typeof name === 'string' && name !== '' ? [] : ['a parameter has no name']),
    ...(['path', 'query', 'header', 'cookie'].includes(String(place)) ? [] : [`${String(name)} is nowhere`]),
    ...(place === 'path' && required !== true ? [`${String(name)} must be required`] : []),
    ...(place === 'path' && !description ? [`${String(name)} is not described`] : []),
    ...(typeof schema === 'object' ? [] : [`${String(name)} has no schema`]),
  ]
}

function checkComponents(root: Json): readonly string[] {
  const { schemas, securitySchemes } = objectOf(root['components'])
  const wrong = Object.keys(objectOf(schemas)).filter((name) => !/^[\w.-]+$/.test(name))
  const used = ((root['security'] ?? []) as readonly object[]).flatMap((need) => Object.keys(need))
  return [
    ...wrong.map((name) => `${name} is no name`),
    ...used
      .filter((name) => !Object.hasOwn(objectOf(securitySchemes), name))
      .map((name) => `no scheme ${name}`),
    ...checkTypes(schemas, '#/components/schemas'),
  ]
}

/** Keywords of schemas that a slip in a converter gets wrong first. */
function checkTypes(value: unknown, pointer: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  const { type, required, properties } = value as Json
  const isSchema = typeof type === 'string' && !pointer.endsWith('/properties')
  return [
    ...(isSchema && !SCHEMA_TYPES.includes(type) ? [`${pointer}: ${type} is no type`] : []),
    ...(isSchema && Array.isArray(required)
      ? required
          .filter((name) => !Object.hasOwn(objectOf(properties), String(name)))
          .map((name) => `${pointer}: ${name}`)
      : []),
    ...Object.entries(value).flatMap(([name, inner]) => checkTypes(inner, `${pointer}/${name}`)),
  ]
}

function* references(
  value: unknown,
  pointer: string,
): Generator<{ readonly pointer: string; readonly $ref: string }> {
  if (typeof value !== 'object' || value === null) return
  if ('$ref' in value && typeof value.$ref === 'string') yield { pointer, $ref: value.$ref }
  for (const [name, inner] of Object.entries(value)) yield* references(inner, `${pointer}/${name}`)
}

function resolve(root: Json, reference: string): unknown {
  const [start, ...names] = reference.split('/')
  return start === '#' ? names.reduce<unknown>((value, name) => objectOf(value)[name], root) : undefined
}

function resolved(root: Json, value: unknown): Json {
  const { $ref } = objectOf(value)
  return objectOf(typeof $ref === 'string' ? resolve(root, $ref) : value)
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {}
}
