// Finds import cycles between files and folders.

/**
 * Finds cycles between the files and folders of every folder, one message for each folder that has one. Two folders
 * that import each other are a cycle even if no two of their files are.
 *
 * @param imports triples: a file, the file that it imports, and the specifier
 */
export function cycles(imports) {
  const graphs = new Map()
  for (const [file, target, name] of imports) {
    const { folder, from, to } = divide(file, target)
    if (from === to) continue
    const graph = graphs.get(folder) ?? new Map()
    const edges = graph.get(from) ?? new Map()
    graphs.set(folder, graph.set(from, edges.set(to, `${file} imports ${name}`)))
  }
  return [...graphs].flatMap(([folder, graph]) => {
    const cycle = findCycle(graph)
    if (!cycle) return []
    const examples = cycle.slice(1).map((to, index) => `\n  ${graph.get(cycle[index]).get(to)}`)
    return [`${folder} has a cycle: ${cycle.join(' → ')}${examples.join('')}`]
  })
}

/** The innermost folder that contains both files, and its child on the path to each. */
function divide(file, target) {
  const from = file.split('/')
  const to = target.split('/')
  const depth = from.findIndex((name, index) => name !== to[index])
  if (depth === -1) return { folder: file, from: file, to: file }
  return { folder: from.slice(0, depth).join('/'), from: from[depth], to: to[depth] }
}

/** A cycle in a graph of names, as a list that ends where it begins, or undefined. */
function findCycle(graph) {
  const done = new Set()
  const visit = (name, path) => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name]
    if (done.has(name)) return undefined
    for (const next of graph.get(name)?.keys() ?? []) {
      const cycle = visit(next, [...path, name])
      if (cycle) return cycle
    }
    done.add(name)
    return undefined
  }
  for (const name of graph.keys()) {
    const cycle = visit(name, [])
    if (cycle) return cycle
  }
  return undefined
}
