import { Bookmark } from 'lucide-react'
import { useState, type FormEvent, type ReactElement } from 'react'
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { Link, useSearch } from 'wouter'
import type { KindInfo } from '../data/kind-info.ts'
import { listPath } from '../data/paths.ts'
import { text } from '../text.ts'

interface View {
  name: string
  /** The search of the address. */
  search: string
}

/** Filters and orders of a list that a user has named. They are kept in this browser. */
export function SavedViews({ kind }: { kind: KindInfo }): ReactElement {
  const search = useSearch()
  const [views, setViews] = useState(() => readViews(kind))
  const store = (next: readonly View[]): void => {
    localStorage.setItem(keyOf(kind), JSON.stringify(next))
    setViews(next)
  }
  const save = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const name = new FormData(event.currentTarget).get('name')
    if (typeof name !== 'string' || name.trim() === '') return
    store([...views.filter((each) => each.name !== name.trim()), { name: name.trim(), search }])
    event.currentTarget.reset()
  }
  return (
    <DialogTrigger>
      <Button className="button">
        <Bookmark size={14} aria-hidden />
        {text.list.views}
      </Button>
      <Popover className="popover" placement="bottom end">
        <Dialog aria-label={text.list.views} className="views">
          <ul>
            {views.map(({ name, search: saved }) => (
              <li key={name} className="row">
                <Link className="menu-item grow" href={`${listPath(kind)}${saved === '' ? '' : `?${saved}`}`}>
                  {name}
                </Link>
                <Button
                  className="button quiet"
                  aria-label={`${text.list.remove} ${name}`}
                  onPress={() => store(views.filter((each) => each.name !== name))}
                >
                  {text.list.remove}
                </Button>
              </li>
            ))}
          </ul>
          <form className="row" onSubmit={save}>
            <input
              className="input"
              name="name"
              aria-label={text.list.viewName}
              placeholder={text.list.viewName}
              required
            />
            <Button type="submit" className="button">
              {text.list.save}
            </Button>
          </form>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

function keyOf({ plural }: KindInfo): string {
  return `qleet-views ${plural}`
}

function readViews(kind: KindInfo): readonly View[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(kind)) ?? '[]') as View[]
  } catch {
    return []
  }
}
