import {
  separatorIn,
  type ColumnTarget,
  type ImportMapping,
  type ImportSource,
  type ImportTarget,
} from '../../../contract/cases/import.ts'
import { EXPORT_COLUMNS } from '../../../contract/cases/export.ts'
import { isNumbered } from './steps.ts'

/** Input of a guess: the columns with sample cells. */
export interface Seen {
  source: ImportSource
  columns: readonly string[]
  /** Samples by column. */
  samples: readonly (readonly string[])[]
  targets: readonly ImportTarget[]
  /** Whether there are rows without a title that contain a step. */
  hasStepRows: boolean
}

/**
 * Common names of each part of a case, with only letters and digits; the first one found is used. More specific names come first, since
 * some files have both.
 */
const NAMES: Record<string, string> = {
  key: 'v2id caseid testcaseid testcasekey key issuekey issueid testid tcid id externalid tcno testcaseno caseno testno',
  title:
    'title testcasetitle casetitle testcasename casename testtitle testsummary casesummary summary name testscenario scenario ' +
    'testcase case test testname subject tctitle tcname',
  suite:
    'sectionhierarchy suitepath folderpath testrepositorypath testrepopath testrepo folder ' +
    'suite section testsuite path areapath module component feature area suitename suitetitle testsuitename sectionname ' +
    'modulename foldername componentname featurename category',
  description: 'description objective testdescription notes',
  preConditions: 'preconditions precondition preconds precond prerequisites prerequisite prereq prereqs setup given',
  postConditions: 'postconditions postcondition postcond teardown cleanup',
  steps:
    'stepsstep stepsactions testscriptstepbystepstep stepaction action stepdescription teststepdescription ' +
    'stepstoreproduce stepstoexecute stepstoperform teststep steps teststeps step testscriptplaintext testscript actions ' +
    'procedure testprocedure instructions when',
  stepData: 'stepsdata testscriptstepbysteptestdata testdata stepdata inputdata data stepsadditionalinfo',
  expectedResults:
    'stepsexpectedresult stepsexpected stepsresult stepsresults testscriptstepbystepexpectedresult ' +
    'stepexpected stepexpectedresult teststepexpectedresult expectedresult expectedresults expectedoutcome expectedbehavior ' +
    'expectedbehaviour expectedoutput expected result results stepresult expectation then',
  priority: 'priority testpriority casepriority prio importance severity',
  automationState: 'automationstate automationstatus automationtype automation automated',
  draft: 'draft isdraft',
  deprecated: 'deprecated isdeprecated obsolete',
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const ALL_NAMES = new Set(Object.values(NAMES).flatMap((names) => names.split(' ')))
const TITLE_NAMES = new Set(NAMES['title']?.split(' '))
/** Returns whether a cell is a common name of the column with titles. */
export const isTitleName = (cell: string): boolean => TITLE_NAMES.has(plain(cell))
/** Returns whether a cell is a common name of a column. */
export const isPartName = (cell: string): boolean => ALL_NAMES.has(plain(cell))

/** Returns the tool that wrote a file with these columns. */
export const sourceOf = (columns: readonly string[]): ImportSource => {
  const names = new Set(columns.map(plain))
  const has = (...requested: readonly string[]) => requested.every((name) => names.has(name))
  if (isOurs(columns)) return 'assay'
  if (has('suitewithoutcases') || has('stepsactions', 'suiteparentid')) return 'qase'
  if (has('sectionhierarchy') || has('title', 'section', 'stepsstep') || has('section', 'suiteid')) return 'testrail'
  if ([...names].some((name) => name.startsWith('testscript')) || has('name', 'objective', 'precondition'))
    return 'zephyr'
  if ((has('action') || has('testtype')) && (has('issueid') || has('issuekey') || has('testsummary'))) return 'xray'
  if (has('caseid', 'folder') || has('caseid', 'case')) return 'testmo'
  return 'table'
}

/**
 * Returns whether the columns are those of our own export, which always starts with the same ones. Those of disabled fields are missing.
 */
const isOurs = (columns: readonly string[]): boolean => {
  const parts = columns.slice(0, columns.indexOf(EXPORT_COLUMNS.at(-1) ?? '') + 1)
  const places = parts.map((name) => EXPORT_COLUMNS.findIndex((own) => own === name))
  return (
    parts.length > ALWAYS_FIRST &&
    places.every((place, i) => (i < ALWAYS_FIRST ? place === i : place > (places[i - 1] ?? -1)))
  )
}
/** Number of leading columns that are always exported: key, title and suite. */
const ALWAYS_FIRST = 3

/** Returns the most likely target of each column: parts of a case by their common names, then the project's fields by name. */
export const columnsGuessed = ({
  source,
  columns,
  targets,
}: Pick<Seen, 'source' | 'columns' | 'targets'>): ColumnTarget[] => {
  const guessed: ColumnTarget[] = columns.map(() => null)
  const names = columns.map(plain)
  const take = (target: string, isNamed: (name: string) => boolean) => {
    const at = names.findIndex((name, i) => guessed[i] === null && isNamed(name))
    if (at === -1) return false
    guessed[at] = target
    return true
  }
  // A field may have the name of a part of a case; our own files have the parts first.
  if (source === 'assay')
    for (const { target, name } of targets) if (!target.startsWith('field:')) take(target, (own) => own === plain(name))
  for (const { target, name } of targets) if (target.startsWith('field:')) take(target, (own) => own === plain(name))
  for (const { target } of targets)
    if (!guessed.includes(target))
      (NAMES[target] ?? '').split(' ').some((requested) => take(target, (name) => name === requested))
  return guessed
}

const separatorGuessed = (source: ImportSource, samples: readonly string[]): string => {
  if (source === 'assay' || source === 'testrail' || source === 'qase') return ' > '
  if (source === 'zephyr' || source === 'xray') return '/'
  return separatorIn(samples) ?? ' > '
}

const ROWS: ReadonlySet<ImportSource> = new Set(['testrail', 'zephyr', 'xray', 'testmo'])

const stepsGuessed = ({ source, hasStepRows }: Seen, samples: readonly string[]): ImportMapping['steps'] => {
  if (source === 'assay' || source === 'qase') return 'numbered'
  if (hasStepRows || ROWS.has(source)) return 'rows'
  if (samples.some((text) => isNumbered(text))) return 'numbered'
  return samples.some((text) => text.trim().includes('\n')) ? 'lines' : 'numbered'
}

/** Returns an initial mapping for users to correct. */
export const mappingGuessed = (seen: Seen): ImportMapping => {
  const columns = columnsGuessed(seen)
  const samplesOf = (target: string) => seen.samples[columns.indexOf(target)] ?? []
  return {
    columns,
    values: {},
    steps: stepsGuessed(seen, samplesOf('steps')),
    suiteSeparator: separatorGuessed(seen.source, samplesOf('suite')),
    parentSuiteId: null,
    restSuite: 'Imported test cases',
    updatesKnown: true,
    sameTitle: 'update',
  }
}
