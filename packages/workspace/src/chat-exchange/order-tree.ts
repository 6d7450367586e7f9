export interface TreeNode {
  readonly id: string
  readonly parent: string | undefined
}

/**
 * The nodes of a tree, each after its parent and with what follows it right behind it. Nodes whose parent is not
 * there begin a tree of their own; those that follow themselves in a circle are left out.
 */
export function orderTree<Node extends TreeNode>(nodes: readonly Node[]): readonly Node[] {
  const ids = new Set(nodes.map(({ id }) => id))
  const children = new Map<string | undefined, Node[]>()
  for (const node of nodes) {
    const parent = node.parent !== undefined && ids.has(node.parent) ? node.parent : undefined
    const siblings = children.get(parent)
    if (siblings) siblings.push(node)
    else children.set(parent, [node])
  }
  const ordered: Node[] = []
  const waiting = (children.get(undefined) ?? []).toReversed()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    ordered.push(node)
    const below = children.get(node.id) ?? []
    for (let index = below.length - 1; index >= 0; index -= 1) waiting.push(below[index] as Node)
  }
  return ordered
}
