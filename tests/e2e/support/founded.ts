import { unattended } from './founding.ts'
import { writeMembers, type Member } from './people.ts'
import { startAssay, type Assay } from './server.ts'
import { copyFolder, templateOf } from './template.ts'

const foundsTheUsual = (environment: Record<string, string>): boolean =>
  Object.entries(unattended).every(([name, value]) => environment[name] === value)

/** A server with these members. Where its workspace is the usual one, it begins with a copy of what has been founded once. */
export const startFounded = async (
  environment: Record<string, string>,
  members: readonly Member[] = [],
): Promise<Assay> => {
  if (foundsTheUsual(environment)) {
    await makeTemplate(members)
    return startAssay(environment, templateOf(members).copyTo)
  }
  const assay = await startAssay(environment)
  if (members.length === 0) return assay
  await assay.stop()
  await writeMembers(assay.dataDir, members)
  await assay.restart()
  return assay
}

/** Of the founded workspace with these members; where it is there, it stays. */
export const makeTemplate = async (members: readonly Member[]): Promise<void> => {
  const template = templateOf(members)
  if (template.exists()) return
  if (members.length > 0) {
    await template.make(async (dataDir) => {
      templateOf([]).copyTo(dataDir)
      await writeMembers(dataDir, members)
    })
    return
  }
  const assay = await startAssay(unattended)
  await assay.stop()
  await template.make((dataDir) => copyFolder(assay.dataDir, dataDir))
  await assay.remove()
}
