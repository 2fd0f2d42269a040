import type { CaseModel } from '../../contract/models/models.ts'
import { DraftModel, ROOT } from './draft-model.ts'
import { Unreadable, type Place } from './problem.ts'
import { textOf, type Tree } from './source-tree.ts'

type Entries = Extract<Tree, { kind: 'object' }>['entries']

interface Vertex {
  id: string
  name: string
  sharedState: string | null
  about: string
  note: string
  at: Place
}

interface Edge {
  id: string
  name: string
  sourceId: string | null
  targetId: string
  guard: string
  about: string
  note: string
  at: Place
}

/**
 * Merges the models of a GraphWalker or AltWalker file: vertices with the same shared state become one state, because a walk may continue
 * in either. Guards, actions and requirements stay text and do not replace steps. Throws `Unreadable`.
 */
export const readGraphwalker = (file: Tree): CaseModel => {
  if (file.kind !== 'object') throw new Unreadable('A GraphWalker file is an object with models', file.at)
  const models = file.entries.get('models')
  if (models?.kind !== 'list' || models.items.length === 0)
    throw new Unreadable('The file has no models: GraphWalker keeps vertices and edges in `models`', file.at)
  const parts = models.items.map((one) => modelOf(one, models.items.length > 1))
  const draft = new DraftModel()
  const shared = new Map<string, string>()
  const merged = new Map<string, string>()
  const states = new Map<string, { name: string; about: string[]; notes: string[]; at: Place }>()
  for (const vertex of parts.flatMap(({ vertices }) => vertices)) {
    const id = (vertex.sharedState === null ? undefined : shared.get(vertex.sharedState)) ?? vertex.id
    if (vertex.sharedState !== null) shared.set(vertex.sharedState, id)
    merged.set(vertex.id, id)
    const known = states.get(id)
    if (known === undefined)
      states.set(id, { name: vertex.name, about: [vertex.about], notes: [vertex.note], at: vertex.at })
    else {
      if (id === vertex.id) throw new Unreadable(`There are two vertices with the id ${vertex.id}`, vertex.at)
      if (!known.name.split(' / ').includes(vertex.name)) known.name = `${known.name} / ${vertex.name}`
      known.about.push(vertex.about)
      known.notes.push(vertex.note)
    }
  }
  const edges = parts.flatMap(({ edges: own }) => own)
  const starts = edges.filter(({ sourceId }) => sourceId === null)
  const start = parts.flatMap(({ startId }) => startId ?? [])[0] ?? starts[0]?.id ?? parts[0]?.vertices[0]?.id
  const isEdge = starts.some(({ id }) => id === start)
  const initialId = isEdge ? 'start' : merged.get(start ?? '')
  if (initialId === undefined)
    throw new Unreadable(`It starts with ${start ?? 'nothing'}, which does not exist`, file.at)
  const name = textOf(file.entries.get('name')) ?? parts[0]?.name ?? 'Model'
  draft.state({ id: ROOT, name, parentId: null, kind: 'compound', initialId, description: '' }, null)
  const plain = { parentId: ROOT, kind: 'atomic', initialId: null } as const
  if (isEdge || starts.length > 0) draft.state({ ...plain, id: 'start', name: 'Start', description: '' }, null)
  const joined = (texts: readonly string[]) => [...new Set(texts)].filter(Boolean).join('\n\n')
  for (const [id, { name: own, about, notes, at }] of states)
    draft.state({ ...plain, id, name: own, description: joined(about), note: joined(notes) }, at)
  for (const edge of edges) {
    const targetId = merged.get(edge.targetId)
    const sourceId = edge.sourceId === null ? 'start' : merged.get(edge.sourceId)
    if (targetId === undefined)
      throw new Unreadable(`The edge ${edge.name || edge.id} leads to ${edge.targetId}, which does not exist`, edge.at)
    if (sourceId === undefined)
      throw new Unreadable(`The edge ${edge.name || edge.id} begins at ${edge.sourceId}, which does not exist`, edge.at)
    draft.transition(
      {
        sourceId,
        targetIds: [targetId],
        kind: edge.name === '' ? 'always' : 'event',
        event: edge.name,
        guard: edge.guard,
        description: edge.about,
        note: edge.note,
        expected: '',
        isReentering: true,
      },
      edge.at,
      edge.id,
    )
  }
  return draft.model(name)
}

const modelOf = (tree: Tree, isOneOfMany: boolean) => {
  if (tree.kind !== 'object') throw new Unreadable('A model is an object with vertices and edges', tree.at)
  const { entries } = tree
  const listOf = (name: string): readonly Tree[] => {
    const list = entries.get(name)
    if (list?.kind !== 'list') throw new Unreadable(`The model has no ${name}`, list?.at ?? tree.at)
    return list.items
  }
  const name = textOf(entries.get('name')) ?? 'Model'
  // Ids only have to be unique within their model.
  const scoped = (id: string) => (isOneOfMany ? `${name}: ${id}` : id)
  const start = textOf(entries.get('startElementId'))
  return {
    name,
    startId: start === null || start === '' ? null : scoped(start),
    vertices: listOf('vertices').map((one) => vertexOf(one, scoped)),
    edges: listOf('edges').map((one, i) => edgeOf(one, i, scoped)),
  }
}

const vertexOf = (tree: Tree, scoped: (id: string) => string): Vertex => {
  if (tree.kind !== 'object') throw new Unreadable('A vertex is an object', tree.at)
  const id = textOf(tree.entries.get('id'))
  if (id === null || id === '') throw new Unreadable('A vertex has no id', tree.at)
  return {
    id: scoped(id),
    name: textOf(tree.entries.get('name')) ?? id,
    sharedState: textOf(tree.entries.get('sharedState')) || null,
    about: aboutOf(tree.entries),
    note: requirementsOf(tree.entries),
    at: tree.at,
  }
}

const edgeOf = (tree: Tree, place: number, scoped: (id: string) => string): Edge => {
  if (tree.kind !== 'object') throw new Unreadable('An edge is an object', tree.at)
  const { entries, at } = tree
  const target = textOf(entries.get('targetVertexId'))
  const id = textOf(entries.get('id')) ?? `edge ${place + 1}`
  const name = textOf(entries.get('name')) ?? ''
  if (target === null) throw new Unreadable(`The edge ${name || id} does not say where it leads`, at)
  const source = textOf(entries.get('sourceVertexId'))
  const actions = entries.get('actions')
  const run = actions?.kind === 'list' ? actions.items.flatMap((one) => textOf(one) ?? []) : []
  const does = run.length === 0 ? '' : `The model then sets: ${run.map(asCode).join(', ')}`
  return {
    id: scoped(id),
    name,
    sourceId: source === null || source === '' ? null : scoped(source),
    targetId: scoped(target),
    guard: textOf(entries.get('guard')) ?? '',
    about: aboutOf(entries),
    note: [does, requirementsOf(entries)].filter(Boolean).join('\n\n'),
    at,
  }
}

const asCode = (script: string): string => `\`${script.trim().replaceAll('`', "'")}\``

const aboutOf = (entries: Entries): string => {
  const properties = entries.get('properties')
  const inside = properties?.kind === 'object' ? textOf(properties.entries.get('description')) : null
  return (textOf(entries.get('description')) ?? inside ?? '').trim()
}

const requirementsOf = (entries: Entries): string => {
  const list = entries.get('requirements')
  const names = list?.kind === 'list' ? list.items.flatMap((one) => textOf(one) ?? []) : []
  return names.length === 0 ? '' : `Requirements: ${names.join(', ')}`
}
