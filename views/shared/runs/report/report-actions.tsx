/** Actions on a report: export, e-mail to members, public links. */
import { Download, Link, Mail } from 'lucide-react'
import { useState } from 'react'
import { headOf, linesOf } from '../../../../contract/csv.ts'
import type { SharedResource } from '../../../../contract/public/public-links.ts'
import type { ReportMail } from '../../../../contract/runs/report-mail.ts'
import { RESULT_COLUMNS, resultRows } from '../../../../machines/runs/result-rows.ts'
import { readWholeRun } from '../../../../services/runs/execution.ts'
import { effectiveVariables } from '../../../../services/runs/variables.ts'
import { useMay, useProject, useApplication } from '../../../application/context.tsx'
import { useSingleAction } from '../../forms/use-single-action.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Later, later } from '../../../ui/layout/later.tsx'
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx'
import { saveFile } from '../../../ui/files/save-file.ts'

const ReportMailDialog = later(() => import('./report-mail-dialog.tsx').then((m) => m.ReportMailDialog))
const ShareDialog = later(() => import('../../public/share-dialog.tsx').then((m) => m.ShareDialog))

interface ReportActionsProps {
  /** Base name of exported files. */
  title: string
  shared: SharedResource
  runIds: readonly number[]
  mail: (mail: ReportMail) => Promise<{ sent: number; kept: boolean }>
}

type Format = 'csv' | 'xlsx'

export function ReportActions({ title, shared, runIds, mail }: ReportActionsProps) {
  const { key } = useProject()
  const may = useMay()
  const canMail = may.inProject('runs:write')
  const canShare = canMail && may.inProject('public-links:write')
  const { send } = useApplication()
  const [isMailing, setMailing] = useState(false)
  const [isSharing, setSharing] = useState(false)
  const exporting = useSingleAction({
    perform: async (format: Format) => {
      const rows: string[][] = []
      for (const runId of runIds) {
        const results = await readWholeRun(send, { projectKey: key, runId })
        const environmentId = results.run.environment?.id ?? null
        rows.push(
          ...resultRows(
            results,
            may.isOn('test-case-variables') ? await effectiveVariables(send, key, environmentId) : [],
          ),
        )
      }
      const all = [[...RESULT_COLUMNS], ...rows]
      if (format === 'csv') return new Blob([headOf(RESULT_COLUMNS), linesOf(rows)], { type: 'text/csv;charset=utf-8' })
      const { XLSX_TYPE, workbookOf } = await import('../../workbook/workbook.ts')
      return new Blob([...(await workbookOf([all], 'Results'))], { type: XLSX_TYPE })
    },
    onDone: (format, file) => saveFile(file, `${title.replaceAll(/[^\p{L}\p{N} ._-]/gu, '_')}.${format}`),
  })
  return (
    <>
      <Menu
        label="Export results"
        align="end"
        trigger={
          <Button icon={<Download aria-hidden />} isPending={exporting.isRunning}>
            Export
          </Button>
        }
      >
        <MenuItem onSelect={() => exporting.start('csv')}>Results as CSV</MenuItem>
        <MenuItem onSelect={() => exporting.start('xlsx')}>Results as XLSX</MenuItem>
      </Menu>
      {canMail && (
        <Button icon={<Mail aria-hidden />} onClick={() => setMailing(true)}>
          E-mail
        </Button>
      )}
      {canShare && (
        <Button icon={<Link aria-hidden />} onClick={() => setSharing(true)}>
          Share
        </Button>
      )}
      {isMailing && (
        <Later onClose={() => setMailing(false)}>
          <ReportMailDialog {...{ shared, mail }} onClose={() => setMailing(false)} />
        </Later>
      )}
      {isSharing && (
        <Later onClose={() => setSharing(false)}>
          <ShareDialog shared={shared} noun="report" onClose={() => setSharing(false)} />
        </Later>
      )}
    </>
  )
}
