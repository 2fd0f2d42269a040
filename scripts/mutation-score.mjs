import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const FOLDERS = ['machines', 'store', 'services']
const GOAL = 80

/**
 * Prints how many of the faults in Stryker's report the tests find. Faults that survive or are not covered are given to the compiler first:
 * what does not compile cannot be committed, and is not counted. Resolves with 1 if the score is below the goal.
 */
export const score = async (root, report) => {
  const { files } = JSON.parse(readFileSync(report, 'utf8'))
  const mutants = Object.entries(files).flatMap(([file, { source, mutants: own }]) =>
    own.map((mutant) => ({ ...mutant, file, source })),
  )
  const left = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
  const refused = await refusedByCompiler(root, left)
  for (const one of left) if (!refused.has(one)) console.log(describe(one))
  const table = FOLDERS.map((folder) => [folder, mutants.filter(({ file }) => file.startsWith(`${folder}/`))])
  const scores = [...table, ['all', mutants]].map(([name, own]) => countsOf(name, own, refused))
  console.table(
    Object.fromEntries(scores.filter(({ found, missed }) => found + missed > 0).map((row) => [row.name, row])),
    ['found', 'missed', 'refused', 'score'],
  )
  const all = scores.at(-1)
  return all.found >= (GOAL / 100) * (all.found + all.missed) ? 0 : 1
}

const countsOf = (name, mutants, refused) => {
  const found = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length
  const left = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
  const missed = left.filter((one) => !refused.has(one)).length
  return {
    name,
    found,
    missed,
    refused: left.length - missed,
    score: `${Math.round((100 * found) / (found + missed))} %`,
  }
}

const describe = ({ status, file, source, location: { start, end }, replacement }) => {
  const [before = ''] = cut(source, start, end).split('\n')
  const [after = ''] = (replacement ?? '').split('\n')
  return `${status === 'NoCoverage' ? 'not covered' : 'survived'}  ${file}:${start.line}  ${before}  ->  ${after}`
}

/** Resolves with the faults that a copy of the sources does not compile with. Tries one fault of each line at a time. */
const refusedByCompiler = async (root, mutants) => {
  const copy = path.join(root, '.cache/mutants')
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy, { recursive: true })
  const folders = [...FOLDERS, 'contract', 'views']
  for (const folder of folders) cpSync(path.join(root, folder), path.join(copy, folder), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  // A fault that only leaves something unused behind is one that could be committed.
  const compilerOptions = { noUnusedLocals: false, noUnusedParameters: false, allowUnreachableCode: true }
  const config = { extends: path.join(root, 'tsconfig.json'), compilerOptions, include: folders, exclude: [] }
  writeFileSync(path.join(copy, 'tsconfig.json'), JSON.stringify(config))

  const compiled = async (faults) => {
    for (const [file, own] of byFile(faults)) writeFileSync(path.join(copy, file), withAll(own))
    const errors = await errorsIn(root, copy)
    for (const { file, source } of faults) writeFileSync(path.join(copy, file), source)
    return errors
  }
  /** An error may also show elsewhere: such a fault counts as missed. */
  const refusedOf = async (faults) => {
    const errors = await compiled(faults)
    return faults.filter(({ file, location: { start, end } }) =>
      errors.some((error) => error.file === file && error.line >= start.line && error.line <= end.line),
    )
  }

  const refused = new Set()
  for (let waiting = mutants; waiting.length > 0;) {
    const turn = besideEachOther(waiting)
    waiting = waiting.filter((one) => !turn.includes(one))
    for (const one of await refusedOf(turn)) refused.add(one)
  }
  rmSync(copy, { recursive: true, force: true })
  return refused
}

const errorsIn = (root, copy) =>
  new Promise((resolve) => {
    const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
    const options = { cwd: copy, maxBuffer: 64 * 1024 * 1024 }
    execFile(process.execPath, [compiler, '--noEmit', '--pretty', 'false', '-p', copy], options, (_, output) =>
      resolve(
        [...output.matchAll(/^(.+)\((\d+),\d+\): error/gm)].map(([, file, line]) => ({ file, line: Number(line) })),
      ),
    )
  })

const byFile = (faults) => {
  const files = new Map()
  for (const one of faults) files.set(one.file, [...(files.get(one.file) ?? []), one])
  return files
}

/** Returns faults that one compilation can judge: one per line of a file, or a multi-line fault alone in its file. */
const besideEachOther = (faults) =>
  [...byFile(faults).values()].flatMap((own) => {
    const isLong = ({ location: { start, end }, replacement = '' }) =>
      start.line !== end.line || replacement.includes('\n')
    const long = own.find(isLong)
    return long === undefined ? [...new Map(own.map((one) => [one.location.start.line, one])).values()] : [long]
  })

/** The source of a file with its faults, the last one first, so that the others stay where they are. */
const withAll = (faults) =>
  faults
    .toSorted((a, b) => b.location.start.line - a.location.start.line)
    .reduce((source, { location, replacement }) => put(source, location, replacement ?? ''), faults[0].source)

const offsetOf = (source, { line, column }) =>
  source
    .split('\n')
    .slice(0, line - 1)
    .join('\n').length +
  (line > 1 ? 1 : 0) +
  column -
  1
const cut = (source, start, end) => source.slice(offsetOf(source, start), offsetOf(source, end))
const put = (source, { start, end }, text) =>
  source.slice(0, offsetOf(source, start)) + text + source.slice(offsetOf(source, end))
