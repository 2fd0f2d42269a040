import { saveFile } from '../../ui/files/save-file.ts'

const FOLDER = '../../../docs/guides/samples/'
const files = import.meta.glob<string>('../../../docs/guides/samples/**', { query: '?raw', import: 'default' })

/** Resolves with the files of a sample project by path, which begins with its folder. */
export const readSample = async (folder: string): Promise<Record<string, string>> => {
  const paths = Object.keys(files).filter((path) => path.startsWith(`${FOLDER}${folder}/`))
  const contents = await Promise.all(paths.map(async (path) => [path.slice(FOLDER.length), await files[path]?.()]))
  return Object.fromEntries(contents) as Record<string, string>
}

/** Downloads the sample project as an archive with a root folder. */
export const saveSample = async (folder: string): Promise<void> => {
  const [{ strToU8, zipSync }, sample] = await Promise.all([import('fflate'), readSample(folder)])
  const entries = Object.entries(sample).map(([path, content]) => [path, strToU8(content)] as const)
  saveFile(new Blob([zipSync(Object.fromEntries(entries))], { type: 'application/zip' }), `${folder}.zip`)
}
