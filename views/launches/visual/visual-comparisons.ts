import type { LogEntry } from '../../../contract/launches/test-details.ts'
import type { Artifact } from '../../../contract/launches/launches.ts'

/** Image of a test; `name` is the name of its file. */
export type Image = { name: string; url: string }

/**
 * Images of a failed screenshot assertion. At least two of them, or the difference alone, in which jest-image-snapshot has all three side
 * by side.
 */
export type VisualComparison = { name: string; expected: Image | null; actual: Image | null; difference: Image | null }

type Role = 'expected' | 'actual' | 'difference'

const ROLES: Record<string, Role> = {
  expected: 'expected',
  reference: 'expected',
  baseline: 'expected',
  actual: 'actual',
  received: 'actual',
  diff: 'difference',
}

/**
 * `home-actual.png` of Playwright and `home-snap-diff.png` of jest-image-snapshot end with the role. Vitest adds browser and system:
 * `home-diff-chromium-linux.png`. Its attachments have the role as their name.
 */
const NAME =
  /^(?:(.+)[-_. ])?(expected|reference|baseline|actual|received|diff)(-(?:chromium|chrome|edge|firefox|webkit|safari)-(?:linux|darwin|win32))?$/i

const IMAGE = /\.(?:png|jpe?g|webp|gif)$/i

const partsOf = (name: string): { stem: string; role: Role | null } => {
  const file = name.replace(IMAGE, '')
  const [, base = '', role = '', system = ''] = NAME.exec(file) ?? []
  return { stem: role === '' ? file : base + system, role: ROLES[role.toLowerCase()] ?? null }
}

/** Returns the images of an attempt: those of its log, and those that an agent sent as artifacts. */
export const imagesOf = (shots: readonly LogEntry[], files: readonly Artifact[]): Image[] => [
  ...shots.flatMap(({ url }) => (url === null ? [] : [{ name: nameIn(url), url }])),
  ...files.filter(({ kind, name }) => kind === 'file' && IMAGE.test(name)).map(({ name, url }) => ({ name, url })),
]

const nameIn = (url: string): string => {
  const name = url.slice(url.lastIndexOf('/') + 1)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/**
 * Groups images into comparisons, in the order of their first image. A role that a comparison already has begins the next one with that name.
 * An image that has the name without a role is the expected one: Vitest and jest-image-snapshot name references this way.
 */
export const visualComparisonsIn = (images: readonly Image[]): VisualComparison[] => {
  const all: VisualComparison[] = []
  const last = new Map<string, VisualComparison>()
  const add = (stem: string, role: Role, image: Image) => {
    let comparison = last.get(stem)
    if (comparison === undefined || comparison[role] !== null) {
      comparison = { name: stem === '' ? 'Screenshot' : stem, expected: null, actual: null, difference: null }
      all.push(comparison)
      last.set(stem, comparison)
    }
    comparison[role] = image
  }
  for (const image of images) {
    const { stem, role } = partsOf(image.name)
    if (role !== null) add(stem, role, image)
  }
  for (const image of images) {
    const { stem, role } = partsOf(image.name)
    if (role === null && last.get(stem)?.expected === null) add(stem, 'expected', image)
  }
  return all.filter(({ expected, actual, difference }) => difference !== null || (expected !== null && actual !== null))
}
