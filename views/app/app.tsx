/** The addresses that need no data of their own; everything unknown is /404. */
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { ErrorBoundary } from './error-boundary.tsx'
import { NotFound, ServerError } from './error-pages.tsx'

export function App() {
  const [location] = useLocation()
  return (
    <ErrorBoundary resetKey={location}>
      <Switch>
        <Route path="/404">
          <NotFound />
        </Route>
        <Route path="/500">
          <ServerError />
        </Route>
        <Route>
          <Redirect to="/404" replace />
        </Route>
      </Switch>
    </ErrorBoundary>
  )
}
