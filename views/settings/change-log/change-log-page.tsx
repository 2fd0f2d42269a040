/** Change log of the project's settings: newest first, filtered by area and user. */
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Author } from '../../../contract/settings/change-log.ts'
import { SETTINGS_AREAS, type SettingsArea } from '../../../contract/settings/changes.ts'
import { useProject } from '../../application/context.tsx'
import { inProjectHref, paths } from '../../shared/routes.ts'
import { Select } from '../../ui/forms/select.tsx'
import { SettingsPage } from '../settings-page.tsx'
import styles from './change-log.module.css'
import { Portion } from './portion.tsx'
import { areaLabel } from './change-text.ts'

interface Filters {
  area: SettingsArea | undefined
  userId: number | undefined
}

export function ChangeLogPage() {
  const { key } = useProject()
  const filters = readFilters(useSearch())
  const [, navigate] = useLocation()
  const [people, setPeople] = useState<readonly Author[]>([])
  const open = (next: Filters) => navigate(hrefOf(key, next))
  const isFiltered = filters.area !== undefined || filters.userId !== undefined
  return (
    <SettingsPage
      title="Change log"
      toolbar={
        <div className={styles.toolbar}>
          <Select
            label="Area"
            hideLabel
            value={filters.area ?? ''}
            options={AREA_OPTIONS}
            onValueChange={(value) => open({ ...filters, area: areaOf(value) })}
          />
          <Select
            label="User"
            hideLabel
            value={String(filters.userId ?? '')}
            options={[
              { value: '', label: 'Everybody' },
              ...people.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onValueChange={(value) => open({ ...filters, userId: userOf(value) })}
          />
        </div>
      }
    >
      <Log
        key={JSON.stringify(filters)}
        filters={filters}
        onPeople={setPeople}
        onClearFilters={isFiltered ? () => open({ area: undefined, userId: undefined }) : undefined}
      />
    </SettingsPage>
  )
}

interface LogProps {
  filters: Filters
  onPeople: (people: readonly Author[]) => void
  onClearFilters: (() => void) | undefined
}

function Log({ filters, onPeople, onClearFilters }: LogProps) {
  const [older, setOlder] = useState<readonly number[]>([])
  const portions = [undefined, ...older]
  return (
    <section aria-label="Changes" className={styles.log}>
      {portions.map((before, i) => (
        <Portion
          key={before ?? 'newest'}
          query={{ ...filters, before }}
          isLast={i === portions.length - 1}
          onOlder={(id) => setOlder([...older, id])}
          {...{ onPeople, onClearFilters }}
        />
      ))}
    </section>
  )
}

const AREA_OPTIONS = [
  { value: '', label: 'All settings' },
  ...SETTINGS_AREAS.map((area) => ({ value: area, label: areaLabel(area) })),
]

const areaOf = (text: string): SettingsArea | undefined => SETTINGS_AREAS.find((area) => area === text)
const userOf = (text: string): number | undefined => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined)

const readFilters = (search: string): Filters => {
  const params = new URLSearchParams(search)
  return { area: areaOf(params.get('area') ?? ''), userId: userOf(params.get('user') ?? '') }
}

const hrefOf = (projectKey: string, { area, userId }: Filters): string => {
  const params = new URLSearchParams()
  if (area !== undefined) params.set('area', area)
  if (userId !== undefined) params.set('user', String(userId))
  const href = inProjectHref(paths.changeLog, projectKey)
  return params.size === 0 ? href : `${href}?${params.toString()}`
}
