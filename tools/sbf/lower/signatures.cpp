// Lowers function signatures. The backend passes at most five arguments, all in registers, and returns one
// register. A wider result is written through a leading pointer; parameters that do not fit are passed in a
// frame on the caller's stack, through a trailing pointer.
//
// The lowered signature depends on the function type alone, so that a function and all its calls, direct
// or through a pointer, agree.
#include "lower.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace {

constexpr unsigned MaxRegisters = 5;

unsigned registersOf(Type *T, const DataLayout &DL) { return (DL.getTypeAllocSize(T) + 7) / 8; }

struct Signature {
  bool ReturnsInMemory = false;
  unsigned Kept = 0;               // number of parameters that stay in registers
  StructType *Frame = nullptr;     // the other parameters; null if there are none
  FunctionType *Lowered = nullptr; // null if nothing changes

  Signature(FunctionType *FT, const DataLayout &DL) {
    if (FT->isVarArg()) return;
    LLVMContext &C = FT->getContext();
    Type *Pointer = PointerType::getUnqual(C), *Result = FT->getReturnType();
    ReturnsInMemory = !Result->isVoidTy() && (Result->isAggregateType() || registersOf(Result, DL) > 1);

    unsigned Total = ReturnsInMemory;
    for (Type *P : FT->params()) Total += registersOf(P, DL);
    if (!ReturnsInMemory && Total <= MaxRegisters) return;

    SmallVector<Type *> Params, Rest;
    if (ReturnsInMemory) Params.push_back(Pointer);
    unsigned Used = ReturnsInMemory, Limit = Total > MaxRegisters ? MaxRegisters - 1 : MaxRegisters;
    for (Type *P : FT->params()) {
      unsigned R = registersOf(P, DL);
      if (Rest.empty() && Used + R <= Limit) {
        Used += R;
        ++Kept;
        Params.push_back(P);
      } else {
        Rest.push_back(P);
      }
    }
    if (!Rest.empty()) {
      Frame = StructType::get(C, Rest);
      Params.push_back(Pointer);
    }
    Lowered = FunctionType::get(ReturnsInMemory ? Type::getVoidTy(C) : Result, Params, false);
  }

  AttributeList attributes(const AttributeList &A, LLVMContext &C) const {
    SmallVector<AttributeSet> Params(ReturnsInMemory);
    for (unsigned I = 0; I < Kept; ++I) {
      AttrBuilder P(C, A.getParamAttrs(I));
      if (ReturnsInMemory) P.removeAttribute(Attribute::Returned);
      Params.push_back(AttributeSet::get(C, P));
    }
    AttrBuilder Fn(C, A.getFnAttrs());
    Fn.removeAttribute(Attribute::Memory); // It now reads or writes its caller's frame.
    AttributeSet Result = ReturnsInMemory ? AttributeSet() : A.getRetAttrs();
    return AttributeList::get(C, AttributeSet::get(C, Fn), Result, Params);
  }
};

void lowerFunction(Function &F) {
  if (F.isIntrinsic()) return;
  Signature S(F.getFunctionType(), F.getDataLayout());
  if (!S.Lowered) return;

  Function *New = Function::Create(S.Lowered, F.getLinkage(), F.getAddressSpace(), "", F.getParent());
  New->copyAttributesFrom(&F);
  New->setAttributes(S.attributes(F.getAttributes(), F.getContext()));
  New->takeName(&F);
  New->splice(New->begin(), &F);
  New->setSubprogram(F.getSubprogram());
  F.setSubprogram(nullptr);

  for (unsigned I = 0; I < S.Kept; ++I)
    F.getArg(I)->replaceAllUsesWith(New->getArg(I + S.ReturnsInMemory));
  if (!New->isDeclaration() && S.Frame) {
    IRBuilder<> B(&*New->getEntryBlock().getFirstInsertionPt());
    Value *Frame = New->getArg(New->arg_size() - 1);
    for (unsigned I = S.Kept; I < F.arg_size(); ++I) {
      Value *Slot = B.CreateStructGEP(S.Frame, Frame, I - S.Kept);
      F.getArg(I)->replaceAllUsesWith(B.CreateLoad(F.getArg(I)->getType(), Slot));
    }
  }
  if (S.ReturnsInMemory)
    for (BasicBlock &BB : *New)
      if (auto *Return = dyn_cast<ReturnInst>(BB.getTerminator())) {
        IRBuilder<> B(Return);
        B.CreateStore(Return->getReturnValue(), New->getArg(0));
        B.CreateRetVoid();
        Return->eraseFromParent();
      }
  F.replaceAllUsesWith(New);
  F.eraseFromParent();
}

void lowerCall(CallInst &Call) {
  if (Call.isInlineAsm() || isa<IntrinsicInst>(Call)) return;
  Signature S(Call.getFunctionType(), Call.getDataLayout());
  if (!S.Lowered) return;

  IRBuilder<> Entry(&*Call.getFunction()->getEntryBlock().getFirstInsertionPt()), B(&Call);
  auto scratch = [&](Type *T) {
    AllocaInst *A = Entry.CreateAlloca(T);
    B.CreateLifetimeStart(A);
    return A;
  };
  AllocaInst *Result = S.ReturnsInMemory ? scratch(Call.getType()) : nullptr;
  AllocaInst *Frame = S.Frame ? scratch(S.Frame) : nullptr;

  SmallVector<Value *> Args;
  if (Result) Args.push_back(Result);
  Args.append(Call.arg_begin(), Call.arg_begin() + S.Kept);
  for (unsigned I = S.Kept; I < Call.arg_size(); ++I)
    B.CreateStore(Call.getArgOperand(I), B.CreateStructGEP(S.Frame, Frame, I - S.Kept));
  if (Frame) Args.push_back(Frame);

  CallInst *New = B.CreateCall(S.Lowered, Call.getCalledOperand(), Args);
  New->setCallingConv(Call.getCallingConv());
  New->setAttributes(S.attributes(Call.getAttributes(), Call.getContext()));
  New->setDebugLoc(Call.getDebugLoc());
  Value *Value = New;
  if (Result) {
    Value = B.CreateLoad(Call.getType(), Result);
    B.CreateLifetimeEnd(Result);
  }
  if (Frame) B.CreateLifetimeEnd(Frame);
  if (!Call.getType()->isVoidTy()) Call.replaceAllUsesWith(Value);
  Call.eraseFromParent();
}

// Removes `sret`, an attribute of the leading pointer that the backend refuses.
void dropStructRet(Module &M) {
  for (Function &F : M) {
    if (F.hasStructRetAttr()) F.removeParamAttr(0, Attribute::StructRet);
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->hasStructRetAttr())
        Call->removeParamAttr(0, Attribute::StructRet);
  }
}

} // namespace

void sbf::lowerSignatures(Module &M) {
  dropStructRet(M);
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (auto *Call = dyn_cast<CallInst>(&I)) lowerCall(*Call);
  for (Function &F : make_early_inc_range(M)) lowerFunction(F);
}
