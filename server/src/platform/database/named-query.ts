import pg from 'pg'

/** What the driver keeps of an answer's columns: their names, how each is read, and a row without values. */
type Columns = { fields: pg.FieldDef[]; _parsers: unknown[] | undefined; _prebuiltEmptyResultObject: object | null }

/** The driver's classes as they are; their types tell of their use alone. */
type Driver = pg.Query & {
  name: string
  _result: Columns
  _accumulateRows: boolean
  prepare(connection: pg.Connection): void
  handleCommandComplete(message: unknown, connection: pg.Connection): void
}
type Sending = pg.Connection & { _send(piece: Buffer): void }
const Query = pg.Query as unknown as new (text: string, values: unknown[] | undefined) => Driver

/** The columns of a connection's statements, by their names: while a name stands there, its columns stay. */
export class KnownColumns {
  readonly #columns = new Map<string, Columns>()
  #pieces: Buffer[] = []
  #gathering: Sending | undefined

  get(name: string): Columns | undefined {
    return this.#columns.get(name)
  }

  keep(name: string, { fields, _parsers, _prebuiltEmptyResultObject }: Columns): void {
    this.#columns.set(name, { fields, _parsers, _prebuiltEmptyResultObject })
  }

  /** What a statement sends goes out in one piece, without the question after its columns. */
  sendWithoutQuestion(connection: pg.Connection, prepare: (connection: pg.Connection) => void): void {
    this.#gathering ??= Object.assign(Object.create(connection), {
      describe: () => {},
      _send: (piece: Buffer) => this.#pieces.push(piece),
    }) as Sending
    prepare(this.#gathering)
    const pieces = this.#pieces
    this.#pieces = []
    connection.stream.write(Buffer.concat(pieces))
  }
}

type Named = { name: string; text: string; values?: unknown[] | undefined }

/**
 * A statement that is prepared by name. The driver asks with each what its columns are, and works out anew how to read
 * them; a connection that has told them once is not asked again.
 */
export class NamedQuery extends Query {
  readonly #known: KnownColumns

  constructor({ name, text, values }: Named, known: KnownColumns) {
    super(text, values)
    this.name = name
    this.#known = known
  }

  override prepare(connection: pg.Connection): void {
    const columns = this.#known.get(this.name)
    if (columns) {
      Object.assign(this._result, columns)
      this._accumulateRows = true
      this.#known.sendWithoutQuestion(connection, (gathering) => super.prepare(gathering))
    } else super.prepare(connection)
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    super.handleCommandComplete(message, connection)
    if (!this.#known.get(this.name)) this.#known.keep(this.name, this._result)
  }
}
