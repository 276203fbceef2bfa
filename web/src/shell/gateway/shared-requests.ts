import type { Reply } from './reply.ts'

/** Callers of one name share the request in flight, and its reply afterwards if that is kept. */
export function createSharedRequests(isKept: (reply: Reply<unknown>) => boolean) {
  const requests = new Map<string, Promise<Reply<unknown>>>()
  return {
    store: (name: string, reply: Reply<unknown>) => void requests.set(name, Promise.resolve(reply)),
    share: <Entity>(name: string, load: () => Promise<Reply<Entity>>): Promise<Reply<Entity>> => {
      const shared = requests.get(name)
      if (shared) return shared as Promise<Reply<Entity>>
      const request = load()
      requests.set(name, request)
      void request.then((reply) => isKept(reply) || requests.delete(name))
      return request
    },
  }
}
