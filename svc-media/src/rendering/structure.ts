import { type PDFContext, type PDFDict, PDFHexString, PDFName, PDFNumber, type PDFRef } from 'pdf-lib';

export type Role = 'Document' | 'H1' | 'H2' | 'P' | 'Div' | 'Table' | 'TR' | 'TH' | 'TD' | 'Figure';

/** A node of the structure tree, which defines the reading order for screen readers and text extraction. */
export class StructureElement {
  readonly kids: (StructureElement | { page: number; mark: number })[] = [];

  constructor(
    readonly role: Role,
    readonly alternative?: string,
  ) {}

  add(role: Role, alternative?: string): StructureElement {
    const kid = new StructureElement(role, alternative);
    this.kids.push(kid);
    return kid;
  }
}

/** Writes the structure tree, and the parent tree from the marks of each page. `pages` are in order; the StructParents of each page is its index. */
export function writeStructure(context: PDFContext, root: StructureElement, pages: PDFRef[]): PDFRef {
  const treeRef = context.nextRef();
  const owners: PDFRef[][] = pages.map(() => []);

  const write = (element: StructureElement, parent: PDFRef): PDFRef | undefined => {
    const ref = context.nextRef();
    const kids = element.kids.flatMap((kid) => {
      if (kid instanceof StructureElement) return write(kid, ref) ?? [];
      owners[kid.page][kid.mark] = ref;
      return context.obj({ Type: 'MCR', Pg: pages[kid.page], MCID: kid.mark });
    });
    if (kids.length === 0) return undefined;
    const dict = context.obj({ Type: 'StructElem', S: element.role, P: parent, K: kids }) as PDFDict;
    if (element.alternative) dict.set(PDFName.of('Alt'), PDFHexString.fromText(element.alternative));
    if (element.role === 'TH') dict.set(PDFName.of('A'), context.obj({ O: 'Table', Scope: 'Column' }));
    context.assign(ref, dict);
    return ref;
  };

  const top = write(root, treeRef);
  const numbers = owners.flatMap((refs, page) => [PDFNumber.of(page), context.register(context.obj(refs))]);
  context.assign(treeRef, context.obj({ Type: 'StructTreeRoot', K: top ?? [], ParentTree: { Nums: numbers }, ParentTreeNextKey: pages.length }));
  return treeRef;
}
